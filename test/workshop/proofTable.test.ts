/** docs/reliability.md shows the rules that the code applies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CHANGES, SUCCESS_RESPONSES, type Change, type Proof, type ProofName } from '../../core/catalog';
import { GATEWAY_SIGNS, type GatewaySign } from '../../core/http/gateways';
import { RETRYABLE_STATUSES } from '../../core/http/retry';
import { checkout } from '../../workshop/paths';

const page = readFileSync(join(checkout, 'docs/reliability.md'), 'utf8');

const WORDS: Readonly<Record<ProofName, string>> = {
	identifiers: '200, 201 or 203 with a key for each record',
	envelope: '200, 201 or 203 with `tables` in the body',
	noContent: '204',
	createdLocation: "201 with the record's URL in `Location`",
	location: "any 2xx with the record's URL in `Location`",
};
const inWords = ({ before, name }: Proof): string => `${before === undefined ? '' : `before release ${before}, `}${WORDS[name]}`;
const rowOf = ({ label, proofs }: Change): string => `| ${label} | ${proofs.map(inWords).join('; or ')} |`;

/** The rows of the first table under a heading. */
const rowsUnder = (heading: string): string[] => {
	const lines = page
		.slice(page.indexOf(`\n## ${heading}\n`))
		.split('\n')
		.slice(2);
	const begin = lines.findIndex((line) => line.startsWith('|'));
	const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
	return lines.slice(begin + 2, begin + length);
};

it('docs/reliability.md lists the responses that prove each change', () => {
	expect(rowsUnder('What proves a change')).toEqual(Object.values(CHANGES).map(rowOf));
});

it('docs/reliability.md lists the responses from gateways with their sources', () => {
	const verdictOf = ({ shows, statuses }: GatewaySign): string => {
		if (shows === 'forwarded') return 'may have succeeded';
		const [isRetryable, ...others] = new Set(statuses.map((status) => RETRYABLE_STATUSES.has(status)));
		// All statuses in a row of the table must have the same verdict.
		expect(others).toEqual([]);
		return isRetryable ? 'sent again' : 'not done';
	};
	expect(rowsUnder('What gateways return')).toEqual(
		GATEWAY_SIGNS.map((sign) => `| ${sign.product} | ${sign.response} | ${verdictOf(sign)} | ${sign.source} |`),
	);
});

it('docs/reliability.md names each additional success response', () => {
	for (const { label } of Object.values(SUCCESS_RESPONSES)) expect(page).toContain(`*${label}*`);
});
