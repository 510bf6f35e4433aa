import { readFileSync } from 'node:fs';
import path from 'node:path';

import { loadPackage } from '../../workshop/engine/packageTypes';
import { checkout } from '../../workshop/paths';
import { MESSAGES_PAGE, messagesPage } from '../../workshop/reference/messages';
import { PARAMETERS_PAGE, parametersPage } from '../../workshop/reference/parameters';

const stored = (page: string): string => readFileSync(path.join(checkout, page), 'utf8');

/** Quoted in messages, but not labels of this package. */
const OTHER_NAMES = [
	// Labels of n8n.
	'Allowed Domains',
	'Client ID',
	'Client Secret',
	'Execute Once',
	// A setting of the site, and save arguments.
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
	'The record',
];

describe('The page of messages', () => {
	it('is up to date with npm run reference', () => {
		expect(stored(MESSAGES_PAGE)).toBe(messagesPage());
	});

	it('contains messages, hints and notices of each kind', () => {
		const page = messagesPage();
		for (const text of [
			'The site could not be reached', // a default message of an ApiError
			"'${label}' must be a number, got '${String(value)}'", // an InputError
			'The list was read again because some fields first appeared after the first page', // a notice
			'The token endpoint did not respond', // a sign-in error
			'The host name could not be resolved', // a specific hint
			'The body contains no event', // a response of the trigger
		])
			expect(page).toContain(text);
	});

	it('names only labels that exist, or the beginning of one', () => {
		const labels = [...parametersPage(loadPackage('sources')).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!);
		const known = [...labels, ...OTHER_NAMES];
		const quoted = [...messagesPage().matchAll(/'([A-Z][A-Za-z]*(?:[ -][A-Za-z(),…-]+)*)'/g)].map(([, text]) => text!);
		expect(quoted.filter((text) => !known.some((label) => label.startsWith(text)))).toEqual([]);
	});
});

describe('The page of parameters', () => {
	it('is up to date with npm run reference', () => {
		expect(stored(PARAMETERS_PAGE)).toBe(parametersPage(loadPackage('sources')));
	});
});
