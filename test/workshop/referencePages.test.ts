import { readFileSync } from 'node:fs';
import path from 'node:path';

import { loadPackage } from '../../workshop/engine/packageTypes';
import { checkout } from '../../workshop/paths';
import { MESSAGES_PAGE, messagesPage } from '../../workshop/reference/messages';
import { PARAMETERS_PAGE, parametersPage } from '../../workshop/reference/parameters';

const stored = (page: string): string => readFileSync(path.join(checkout, page), 'utf8');

/** Names that messages quote but that are not labels of this package. */
const OTHER_NAMES = [
	// n8n's labels.
	'Allowed Domains',
	'Client ID',
	'Client Secret',
	'Execute Once',
	// A site setting, and save arguments.
	'Allow API login',
	'LoadServiceTemplate',
	'LoadTemplateOption',
	// Parts of sentences in template literals.
	'HTML',
	'No response',
	'None of the usual properties contains one',
	'The key',
	'The name of the document',
	'The name of the key field',
	'The name of the list',
	'The certificate cannot be verified',
	'The record',
	'The site rejects the request',
];

describe('The messages page', () => {
	it('matches the output of npm run reference', () => {
		expect(stored(MESSAGES_PAGE)).toBe(messagesPage());
	});

	it('contains messages, hints and notices of each kind', () => {
		const page = messagesPage();
		for (const text of [
			'The site could not be reached', // a default message of an ApiError
			"'${label}' must be a number, got '${String(value)}'", // an InputError
			'The list was read again because some fields appeared only after the first page', // a notice
			'The token endpoint did not respond', // a sign-in error
			'The host name could not be resolved', // a specific hint
			'The body contains no event', // a response of the trigger
			'The first page of every list is missing', // the effect of a finding of the site check
			'A record can be read by an alternate key', // an assumption of the site check
			'Synchronize both clocks with a time server', // a recommendation of the site check
			'No record found for ${missing.size} of ${keys.size} keys', // a hint after a run
			'The row has no values to send', // an outcome of an import
			'This is not the URL of a record', // the validation of a parameter
		])
			expect(page).toContain(text);
	});

	it('contains every hint of a node', () => {
		const hints = [...loadPackage('sources').nodes.values()].flatMap(({ description }) => description.hints ?? []);
		expect(hints.length).toBeGreaterThan(5);
		const page = messagesPage();
		for (const { message } of hints) expect(page).toContain(`- ${message}\n`);
	});

	it('contains every message of a connection test', () => {
		const rules = [...loadPackage('sources').credentials.values()].flatMap(
			({ test }) => [...(test?.rules ?? [])] as ReadonlyArray<{ readonly properties: { readonly message: string } }>,
		);
		expect(rules.length).toBeGreaterThan(5);
		const page = messagesPage();
		for (const { properties } of rules) expect(page).toContain(properties.message);
	});

	it('quotes only existing labels, or the beginning of one', () => {
		const labels = [...parametersPage(loadPackage('sources')).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!);
		const known = [...labels, ...OTHER_NAMES];
		const quoted = [...messagesPage().matchAll(/'([A-Z][A-Za-z]*(?:[ -][A-Za-z(),…-]+)*)'/g)].map(([, text]) => text!);
		expect(quoted.filter((text) => !known.some((label) => label.startsWith(text)))).toEqual([]);
	});
});

describe('The parameters page', () => {
	it('matches the output of npm run reference', () => {
		expect(stored(PARAMETERS_PAGE)).toBe(parametersPage(loadPackage('sources')));
	});
});
