import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SendResult } from '../core/model/port';
import { decodeEntities } from '../core/wire/entities';
import { wordsOf } from '../core/wire/reason';

/** Shorter texts are part of ordinary words. */
const SHORTEST = 4;
const STAND_IN = '…';

const textsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []);

/** As it stands in an address or a form; half a character cannot, and goes as the sign for one that is unknown. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** As it stands in a text of JSON within the answer. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What of a credential nobody may see: words and tokens, what Basic makes of them, and what else may stand for them in a text. */
const secretsOf = ({ username, password, clientId, clientSecret, sessionToken, oauthTokenData }: ICredentialDataDecryptedObject): string[] => {
	const pairs = [[username, password], [clientId, clientSecret]].flatMap(([name, word]) => (typeof word === 'string' && word !== '' ? [[String(name), word] as const] : []));
	// A provider takes name and secret as they are, or encoded each for itself (RFC 6749, 2.3.1).
	const basic = pairs.flatMap(([name, word]) => [`${name}:${word}`, `${encoded(name)}:${encoded(word)}`]).map((pair) => Buffer.from(pair).toString('base64'));
	const { access_token: access, refresh_token: refresh, id_token: id } = (oauthTokenData ?? {}) as Record<string, unknown>;
	return [password, clientSecret, sessionToken, access, refresh, id, ...basic, ...pairs.flatMap(([, word]) => [encoded(word), quoted(word)])].flatMap(textsIn).filter((text) => text.length >= SHORTEST);
};

const blackened = (text: string, secrets: readonly string[]): string => secrets.reduce((left, secret) => left.split(secret).join(STAND_IN), text);

/** Sites wrap their words in references of HTML, which are decoded before they are shown: what they hide has to be found too. */
const withoutSecretsIn = (text: string, secrets: readonly string[]): string => {
	const plain = blackened(text, secrets);
	const decoded = decodeEntities(plain);
	if (decoded === plain) return plain;
	const shown = blackened(decoded, secrets);
	return shown === decoded ? plain : shown;
};

/** Levels of an answer that are passed on; deeper ones are replaced, so that no nesting can exhaust the call stack. */
const MAX_DEPTH = 64;

const withoutSecrets = (value: unknown, secrets: readonly string[], depth = MAX_DEPTH): unknown => {
	if (typeof value === 'string') return withoutSecretsIn(value, secrets);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === 0) return STAND_IN;
	if (Array.isArray(value)) return value.map((each: unknown) => withoutSecrets(each, secrets, depth - 1));
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each, secrets, depth - 1)]));
};

/** The body of an answer without the secrets of the credential, whatever the form in which they travel. */
export const withoutSecretsOf = (data: ICredentialDataDecryptedObject, body: unknown): unknown => withoutSecrets(body, secretsOf(data));

/**
 * A refusal without the secrets of the credential, should the site or a proxy have repeated what was sent: its words are shown, and saved with
 * the execution. Records are left as they are.
 */
export const hidingSecrets = (result: SendResult, data: ICredentialDataDecryptedObject): SendResult => {
	if (result.kind === 'noAnswer') {
		return result.signIn === undefined ? result : (withoutSecretsOf(data, result) as typeof result);
	}
	// Records have no such text at their root, so they stay unchanged.
	const isShown = result.status < 200 || result.status > 299 || typeof result.body === 'string' || wordsOf(result.body) !== undefined;
	return isShown ? { ...result, body: withoutSecretsOf(data, result.body) } : result;
};
