import fc from 'fast-check';
import { SAVE_ARGUMENTS, documentByName, type Release, type SaveArgument, type Verb } from '../../core/catalog';
import { InputError } from '../../core/model/inputError';
import { anyDocument, documentRef, type Site } from '../../core/operations';
import { composeHeaders } from '../../core/wire/headers';
import { asciiJson } from '../../core/wire/saveArguments';
import { SITE, known } from './site';
import { errorOf } from './thrown';

const order = known('JmWorkOrder');
/** The characters that every transport accepts in an HTTP header. */
const SENDABLE = /^[\x20-\x7e]*$/;

describe('The SaveArgument header', () => {
	test('is ASCII for any values, and is decoded to the same values', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.string({ unit: 'binary' }).filter((name) => name.trim() !== ''),
					fc.string({ unit: 'binary' }),
					{ minKeys: 1 },
				),
				(given) => {
					const { SaveArgument: sent } = composeHeaders({ saveArguments: given }, anyDocument({ name: 'ArInvoice' }), SITE);
					expect(sent).toMatch(SENDABLE);
					expect(JSON.parse(sent!)).toEqual(given);
				},
			),
			{ numRuns: 2000 },
		);
	});

	test('escapes every non-ASCII character', () => {
		expect(asciiJson({ GroupCode: 'Ü東\r\n😀' })).toBe('{"GroupCode":"\\u00dc\\u6771\\r\\n\\ud83d\\ude00"}');
	});

	test('contains numbers as strings', () => {
		expect(composeHeaders({ saveArguments: { LoadTemplate: 15, LoadChildTemplates: 'Y' } }, order, SITE).SaveArgument).toBe(
			'{"LoadTemplate":"15","LoadChildTemplates":"Y"}',
		);
	});

	test.each(SAVE_ARGUMENTS.map((entry: SaveArgument) => [entry.name, entry] as const))(
		'accepts %s only for the documents and releases that support it',
		(name, entry) => {
			const value = entry.choices?.[0]?.value ?? (entry.value === 'empty' ? '' : entry.value === 'key' ? '5-1' : '5');
			const required = entry.requires ? { [entry.requires[0]!]: '5' } : {};
			const document = documentRef(documentByName(entry.documents[0]!)!);
			expect(composeHeaders({ saveArguments: { [name]: value, ...required } }, document, SITE).SaveArgument).toBe(
				JSON.stringify({ [name]: entry.value === 'numberChoice' ? Number(value) : value, ...required }),
			);
			expect(errorOf(() => composeHeaders({ saveArguments: { [name]: value } }, known('ArCustomer'), SITE)).message).toBe(
				`The save argument '${entry.label}' (${name}) does not work on 'ArCustomer'`,
			);
			if (entry.since === '10.6') return;
			expect(errorOf(() => composeHeaders({ saveArguments: { [name]: value } }, document, { release: '10.6' })).message).toBe(
				`The save argument '${entry.label}' (${name}) requires release ${entry.since}, but the site is on 10.6`,
			);
		},
	);

	test.each<[string, Record<string, string>, string]>([
		['an empty value', { VoidWorkOrder: ' ' }, "The save argument 'Void Order' (VoidWorkOrder) has no value"],
		['a missing name', { ' ': '1' }, 'A save argument has no name'],
		[
			'a choice that does not exist',
			{ LoadTemplateOption: '7' },
			"'7' is not a valid value for the save argument 'Load Template Option' (LoadTemplateOption)",
		],
	])('with %s is rejected', (_name, saveArguments, message) => {
		expect(errorOf(() => composeHeaders({ saveArguments }, order, SITE))).toMatchObject({ field: 'saveArguments', message });
	});

	test('is rejected if a save argument does not work with the operation, requires or excludes another one, or is set twice', () => {
		const message = (saveArguments: Record<string, string | number>, verb?: Verb, document = order): string =>
			errorOf(() => composeHeaders({ saveArguments, verb }, document, SITE)).message;
		for (const verb of ['create', 'upsert'] as const) {
			for (const name of ['VoidWorkOrder', 'UnVoidWorkOrder'])
				expect(message({ [name]: '1-1' }, verb)).toContain(`(${name}) does not work with Create`);
		}
		expect(message({ Post: '' }, 'create', known('TcBatch'))).toBe("The save argument 'Post Batch' (Post) does not work with Create");
		expect(message({ LoadChildTemplates: 'Y' })).toBe(
			"'Load Child Templates' (LoadChildTemplates) requires the save argument 'Load Template' (LoadTemplate) or 'Load Template Option' (LoadTemplateOption)",
		);
		expect(message({ UnVoidWorkOrder: '1-1', VoidWorkOrder: '1-1' })).toBe(
			"'Un-Void Order' (UnVoidWorkOrder) and 'Void Order' (VoidWorkOrder) cannot be sent together",
		);
		expect(message({ SiteFunction: '1', siteFunction: '2' })).toBe("The save argument 'siteFunction' is set twice");
	});

	test('can combine one service template with another save argument, but not several service templates', () => {
		const transmission = known('XmTransmissionOrder');
		expect(composeHeaders({ saveArguments: { LoadServiceTemplate: '10', LoadTemplate: '2' } }, transmission, SITE).SaveArgument).toBe(
			'{"LoadServiceTemplate":"10","LoadTemplate":"2"}',
		);
		expect(composeHeaders({ saveArguments: { LoadServiceTemplate: '10,11' } }, transmission, SITE).SaveArgument).toBe(
			'{"LoadServiceTemplate":"10,11"}',
		);
		expect(
			errorOf(() => composeHeaders({ saveArguments: { LoadServiceTemplate: '10,11', LoadTemplate: '2' } }, transmission, SITE)).message,
		).toContain('cannot be sent together with other save arguments');
	});

	test('accepts unknown names, and ActuallizeUpdatePhase spelled with a double l', () => {
		expect(
			composeHeaders({ saveArguments: { ActuallizeUpdatePhase: 'Y', ActualizeAll: '-2' } }, known('JmActual'), SITE).SaveArgument,
		).toBe('{"ActuallizeUpdatePhase":"Y","ActualizeAll":"-2"}');
		expect(
			errorOf(() => composeHeaders({ saveArguments: { ActuallizeUpdatePhase: 'Y' } }, known('JmActual'), { release: '11.0' })).message,
		).toContain('requires release 11.1');
		expect(composeHeaders({ saveArguments: { SiteFunction: '1' } }, order, SITE).SaveArgument).toBe('{"SiteFunction":"1"}');
	});
});

describe('Plain headers', () => {
	test.each<[string, string, Partial<Site>]>([
		['Division-Code', 'non-ASCII letters', { divisionCode: 'Zürich' }],
		['Division-Code', 'a line break and another header', { divisionCode: 'GS\r\nX-Evil: 1' }],
		['Source-Time-Zone-Name', 'a line break', { timeZoneName: 'UTC\n' }],
		['X-Free', 'Japanese text', { extraHeaders: { 'X-Free': '東京' } }],
		['X-Free', 'a null character', { extraHeaders: { 'X-Free': 'a\u0000b' } }],
	])('are rejected if a transport would change them: %s with %s', (name, _value, site) => {
		const field = { 'Division-Code': 'divisionCode', 'Source-Time-Zone-Name': 'timeZoneName' }[name] ?? 'headers';
		expect(errorOf(() => composeHeaders({}, order, { ...SITE, ...site }))).toMatchObject({
			field,
			message: expect.stringContaining(`The value of the '${name}' header cannot be sent`),
		});
	});

	test.each([['Authorization'], ['host'], ['Content-Length'], ['content-type'], ['Transfer-Encoding']])(
		'may not be set by the user if they are reserved: %s',
		(name) => {
			expect(errorOf(() => composeHeaders({}, order, { ...SITE, extraHeaders: { [name]: 'x' } })).message).toBe(
				`The '${name}' header cannot be set`,
			);
		},
	);

	test.each([
		['Source-Time-Zone-Name', 'Windows Time Zone Name'],
		['division-code', 'Division Code'],
	])('may not be set by the user if the option for them also affects other parts of the request: %s', (name, option) => {
		expect(errorOf(() => composeHeaders({}, order, { ...SITE, extraHeaders: { [name]: 'x' } }))).toMatchObject({
			message: `The '${name}' header cannot be set`,
			hint: expect.stringContaining(`'${option}'`) as string,
		});
	});

	test('may not be set by the user if the node or its credential already sets them, even in a different case', () => {
		const site = { ...SITE, divisionCode: 'GS', extraHeaders: { 'division-code': 'LA' } };
		expect(errorOf(() => composeHeaders({}, order, site)).message).toBe(
			"The 'division-code' header is already set by the node or by its credential",
		);
		expect(
			errorOf(() => composeHeaders({ saveArguments: { LoadTemplate: 1 } }, order, { ...SITE, extraHeaders: { saveargument: '{}' } }))
				.message,
		).toBe("The 'saveargument' header is already set by the node or by its credential");
	});

	test('are rejected if a name that the user entered is invalid', () => {
		for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'Ü'])
			expect(errorOf(() => composeHeaders({}, order, { ...SITE, extraHeaders: { [name]: 'x' } })).message).toBe(
				`'${name}' is not a valid header name`,
			);
	});

	test('never let a value become another header', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
				let headers: Record<string, string>;
				try {
					headers = composeHeaders({}, order, { ...SITE, extraHeaders: { [name]: value } });
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
					return;
				}
				expect(headers[name]).toBe(value);
				// `Headers` throws an error for an invalid header.
				expect(new Headers(headers).get(name)).toBe(value.trim());
			}),
			{ numRuns: 2000 },
		);
	});

	test.each<[string, Partial<Site>, Parameters<typeof composeHeaders>[0], Release, string]>([
		['Division-Code', { divisionCode: 'GS' }, {}, '11.0', '11.1'],
		['rowAction', {}, { clearSubTables: ['a'] }, '10.6', '11.0'],
	])('are rejected on a site whose release does not support them: %s', (name, site, parts, release, since) => {
		const field = name === 'rowAction' ? 'clearSubTables' : 'divisionCode';
		expect(errorOf(() => composeHeaders(parts, order, { ...site, release }))).toMatchObject({
			field,
			message: `The '${name}' header requires release ${since}, but the site is on ${release}`,
		});
	});

	test('request compression if the release supports it and the user did not set the header', () => {
		expect(composeHeaders({}, order, SITE)).toEqual({ 'Accept-Encoding': 'gzip, deflate' });
		expect(composeHeaders({}, order, { release: '10.6' })).toEqual({});
		expect(composeHeaders({}, order, { ...SITE, extraHeaders: { 'accept-encoding': 'identity' } })).toEqual({
			'accept-encoding': 'identity',
		});
	});
});
