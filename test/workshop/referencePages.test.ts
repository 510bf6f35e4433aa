import { readFileSync } from 'node:fs';
import path from 'node:path';

import { loadPackage } from '../../workshop/engine/packageTypes';
import { checkout } from '../../workshop/paths';
import { MESSAGES_PAGE, messagesPage } from '../../workshop/reference/messages';
import { PARAMETERS_PAGE, parametersPage } from '../../workshop/reference/parameters';

const stored = (page: string): string => readFileSync(path.join(checkout, page), 'utf8');

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
			'The token endpoint did not answer', // a sign-in error
			'The host name could not be resolved', // a specific hint
			'The body contains no event', // an answer of the trigger
		])
			expect(page).toContain(text);
	});
});

describe('The page of parameters', () => {
	it('is up to date with npm run reference', () => {
		expect(stored(PARAMETERS_PAGE)).toBe(parametersPage(loadPackage('sources')));
	});
});
