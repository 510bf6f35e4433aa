import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { REFUSAL_TTL, type SignInError } from './signInError';

/** How long (ms) a request waits while another one fetches the first token. n8n waits just as long for a renewal in progress. */
const MAX_WAIT = 10_000;
/** The maximum number of refusals in memory; the oldest is dropped first. */
const MAX_REFUSALS = 100;

/** For each credential, the request that is currently fetching its first token. */
const pendingFirstTokens = new Map<string, Promise<unknown>>();

export const accessTokenOf = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown =>
	(oauthTokenData as { access_token?: unknown } | undefined)?.access_token;

/** Whether a person has to sign in first, in a browser. */
export const needsConnecting = (data: ICredentialDataDecryptedObject): boolean =>
	data.grantType !== 'clientCredentials' && !accessTokenOf(data);

/** Whether n8n stored a response without a token. n8n keeps that response, because n8n requests a token only if nothing is stored. */
export const withoutUsableToken = (data: ICredentialDataDecryptedObject): boolean =>
	data.grantType === 'clientCredentials' && !lacksToken(data) && !accessTokenOf(data);

interface Refusal {
	readonly error: SignInError;
	/** When the token was refused, in milliseconds since 1970. */
	readonly at: number;
}
const refusals = new Map<string, Refusal>();

/** The fields that decide whether the identity provider issues a token. If one of them changes, an earlier refusal no longer applies. */
const FIELDS = [
	'grantType',
	'accessTokenUrl',
	'clientId',
	'clientSecret',
	'scope',
	'authentication',
	'additionalBodyProperties',
	'clientCertificate',
	'clientCertificateKey',
	'ignoreSSLIssues',
	'oauthTokenData',
];
const identityOf = (data: ICredentialDataDecryptedObject): string => JSON.stringify(FIELDS.map((name) => data[name] ?? null));

/** Why the identity provider refused a token for exactly this credential less than {@link REFUSAL_TTL} ago. */
export const refusalFor = (data: ICredentialDataDecryptedObject): SignInError | undefined => {
	if (refusals.size === 0) return undefined;
	const known = refusals.get(identityOf(data));
	// The absolute value, because a clock can be set back.
	return known !== undefined && Math.abs(Date.now() - known.at) < REFUSAL_TTL ? known.error : undefined;
};

/** Keeps a refusal in the memory of this process. */
export const rememberRefusal = (data: ICredentialDataDecryptedObject, error: SignInError): void => {
	const identity = identityOf(data);
	refusals.delete(identity);
	refusals.set(identity, { error, at: Date.now() });
	const oldest = refusals.keys().next().value;
	if (refusals.size > MAX_REFUSALS && oldest !== undefined) refusals.delete(oldest);
};

const lacksToken = ({ grantType, oauthTokenData }: ICredentialDataDecryptedObject): boolean =>
	grantType === 'clientCredentials' &&
	(typeof oauthTokenData !== 'object' || oauthTokenData === null || Object.keys(oauthTokenData).length === 0);

/** Whether a promise that never rejects resolves within `time` milliseconds. */
const settlesWithin = async (time: number, awaited: Promise<unknown>): Promise<boolean> =>
	await new Promise((resolve) => {
		AbortSignal.timeout(time).addEventListener('abort', () => resolve(false), { once: true });
		void awaited.then(() => resolve(true));
	});

/**
 * Lets one request of this process fetch the first OAuth 2 token of a credential, while other requests wait for the token. n8n shares
 * renewals among executions, but not the first token. Without this function, each concurrent execution would request its own.
 *
 * @param id The ID of the credential. Without an ID, nothing is shared.
 * @param read Returns the credential; `again` reads it again, because it may have changed.
 */
export const withFirstToken = async <Result>(
	id: string,
	read: (again: boolean) => Promise<ICredentialDataDecryptedObject>,
	call: () => Promise<Result>,
): Promise<Result> => {
	if (id === '' || !lacksToken(await read(false))) return await call();
	for (let other = pendingFirstTokens.get(id); other !== undefined; other = pendingFirstTokens.get(id)) {
		if (!(await settlesWithin(MAX_WAIT, other)) || !lacksToken(await read(true))) return await call();
	}
	const ownCall = call();
	const settled = ownCall.then(
		() => undefined,
		() => undefined,
	);
	pendingFirstTokens.set(id, settled);
	try {
		return await ownCall;
	} finally {
		pendingFirstTokens.delete(id);
	}
};

/** For each credential, the renewal in progress, which returns whether it contacted the provider. */
const renewals = new Map<string, Promise<boolean>>();

/**
 * Renews an expired token once for all requests of this process. If another request or another n8n process has stored a new token in the
 * meantime, the provider is not contacted: a provider can accept a refresh token only once.
 *
 * @param id The ID of the credential.
 * @param isStored Returns whether the expired token is still the stored one.
 * @param renew Requests a new token from the provider and stores it.
 * @returns Whether the provider issued the stored token just now.
 */
export const renewToken = async (id: string, isStored: () => Promise<boolean>, renew: () => Promise<void>): Promise<boolean> => {
	const running =
		renewals.get(id) ??
		(async () => {
			try {
				if (!(await isStored())) return false;
				await renew();
				return true;
			} finally {
				renewals.delete(id);
			}
		})();
	renewals.set(id, running);
	return await running;
};
