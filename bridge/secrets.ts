import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SendResult } from '../core/model/port';

/** Shorter ones would blacken words that mean something else. */
const SHORTEST = 8;
const STAND_IN = '…';

const textsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []);

/** As it stands in an address or a form; half a character cannot, and goes as the sign for one that is unknown. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** What of a credential nobody may see: words and tokens, and what Basic makes of them. */
const secretsOf = ({ username, password, clientId, clientSecret, sessionToken, oauthTokenData }: ICredentialDataDecryptedObject): string[] => {
	const pairs = [[username, password], [clientId, clientSecret]].flatMap(([name, word]) => (typeof word === 'string' && word !== '' ? [[String(name), word] as const] : []));
	// A provider takes name and secret as they are, or encoded each for itself (RFC 6749, 2.3.1).
	const basic = pairs.flatMap(([name, word]) => [`${name}:${word}`, `${encoded(name)}:${encoded(word)}`]).map((pair) => Buffer.from(pair).toString('base64'));
	const { access_token: access, refresh_token: refresh, id_token: id } = (oauthTokenData ?? {}) as Record<string, unknown>;
	return [password, clientSecret, sessionToken, access, refresh, id, ...basic, ...pairs.map(([, word]) => encoded(word))].flatMap(textsIn).filter((text) => text.length >= SHORTEST);
};

const withoutSecrets = (value: unknown, secrets: readonly string[]): unknown => {
	if (typeof value === 'string') return secrets.reduce((text, secret) => text.split(secret).join(STAND_IN), value);
	if (Array.isArray(value)) return value.map((each: unknown) => withoutSecrets(each, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each, secrets)]));
};

/**
 * A refusal without the secrets of the credential, should the site or a proxy have repeated what was sent: its words are shown, and saved with
 * the execution. Records are left as they are.
 */
export const hidingSecrets = (result: SendResult, data: ICredentialDataDecryptedObject): SendResult => {
	if (result.kind === 'noAnswer') {
		return result.signIn === undefined ? result : (withoutSecrets(result, secretsOf(data)) as typeof result);
	}
	const isRefusal = result.status < 200 || result.status > 299 || (typeof result.body === 'object' && result.body !== null && 'error' in result.body) || typeof result.body === 'string';
	return isRefusal ? { ...result, body: withoutSecrets(result.body, secretsOf(data)) } : result;
};
