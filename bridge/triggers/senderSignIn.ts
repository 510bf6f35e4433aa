import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, INodeCredentialTestResult, IWebhookFunctions } from 'n8n-workflow';

import { isOneOf } from '../run/digest';
import { HEADER_NAME } from '../signIn/session';

/** The credential with which a sender of events signs in to n8n. */
export const SENDER_CREDENTIAL = 'mediaOperationsEventsApi';

/** The characters that a header value can contain. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

type IncomingHttpHeaders = ReturnType<IWebhookFunctions['getHeaderData']>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The header that identifies a sender, the prefix of its value, and the accepted secrets. */
interface Expected {
	readonly header: string;
	readonly prefix: RegExp;
	readonly secrets: readonly string[];
}

/** The header that a credential expects, or why the credential is invalid. */
export const expectedOf = (credential: ICredentialDataDecryptedObject): Expected | { readonly refusal: string } => {
	if (credential.method === 'headerKey') {
		const header = textOf(credential.headerName).trim();
		const key = textOf(credential.apiKey);
		if (!HEADER_NAME.test(header)) return { refusal: "'Header Name' must be a valid header name, for example X-Api-Key" };
		if (!HEADER_VALUE.test(key)) return { refusal: "'Key' must be ASCII text without line breaks, because it is sent in a header" };
		return { header: header.toLowerCase(), prefix: /^/, secrets: [key] };
	}
	const [user, password] = [textOf(credential.user), textOf(credential.password)];
	if (user === '' || password === '') return { refusal: "'User' and 'Password' must not be empty" };
	if (user.includes(':')) return { refusal: "'User' must not contain a colon, because a colon ends the user name in Basic authentication" };
	// Senders use either encoding for characters beyond ASCII.
	const encodings = ['utf8', 'latin1'] as const;
	return {
		header: 'authorization',
		prefix: /^basic +/i,
		secrets: encodings.map((encoding) => Buffer.from(`${user}:${password}`, encoding).toString('base64')),
	};
};

/** The test of the credential: checks its fields, because there is no sender to test with. */
export const testSenderCredential = async (
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> => {
	const expected = expectedOf(credential.data ?? {});
	if ('refusal' in expected) return { status: 'Error', message: expected.refusal };
	return {
		status: 'OK',
		message: 'The credential is complete. Enter the same values in the outbound connection of the system that sends the events.',
	};
};

/** Whether the headers contain one of the expected secrets. Takes the same time for every wrong secret of the same length. */
export const isSignedIn = (headers: IncomingHttpHeaders, expected: Expected): boolean => {
	const given = headers[expected.header];
	const value = Array.isArray(given) ? given.join(', ') : (given ?? '');
	return isOneOf(value.replace(expected.prefix, ''), expected.secrets) && expected.prefix.test(value);
};
