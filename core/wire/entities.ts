/** HTML character references, which servers use in messages: `Undefined Parameter &#39;abc&#39;`. */
const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	hellip: '…',
	ndash: '–',
	mdash: '—',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
	auml: 'ä',
	ouml: 'ö',
	uuml: 'ü',
	Auml: 'Ä',
	Ouml: 'Ö',
	Uuml: 'Ü',
	szlig: 'ß',
	eacute: 'é',
	egrave: 'è',
	agrave: 'à',
	ccedil: 'ç',
	ntilde: 'ñ',
};

const characterOf = (code: number, whole: string): string =>
	code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;

/** Decodes once, so that `&amp;lt;` becomes `&lt;`. Unknown references stay unchanged. */
export const decodeEntities = (text: string): string =>
	text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/gi, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
		if (hexadecimal !== undefined) return characterOf(parseInt(hexadecimal, 16), whole);
		if (decimal !== undefined) return characterOf(parseInt(decimal, 10), whole);
		return (name !== undefined && Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? whole;
	});
