import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** How long (ms) a call waits for the first token of another: as long as n8n itself waits for a renewal under way. */
const WAIT = 10_000;

/** By credential: the call that fetches its first token now. */
const underWay = new Map<string, Promise<unknown>>();

const lacksToken = ({ grantType, oauthTokenData }: ICredentialDataDecryptedObject): boolean =>
	grantType === 'clientCredentials' && (typeof oauthTokenData !== 'object' || oauthTokenData === null || Object.keys(oauthTokenData).length === 0);

/** Whether it comes to an end within that time (ms). */
const isOverIn = async (time: number, awaited: Promise<unknown>): Promise<boolean> =>
	await new Promise((resolve) => {
		AbortSignal.timeout(time).addEventListener('abort', () => resolve(false), { once: true });
		void awaited.then(() => resolve(true));
	});

/**
 * Lets one call of this process fetch the first OAuth 2 token of a credential, and those of other executions that come
 * meanwhile wait for it: n8n shares renewals among executions, but not the first token, so that each execution under way would ask for one.
 *
 * @param id of the credential; without one nothing can be shared.
 * @param read gives the credential as it is now; `again` where it may have changed since it was last read.
 */
export const withFirstToken = async <Result>(id: string, read: (again: boolean) => Promise<ICredentialDataDecryptedObject>, call: () => Promise<Result>): Promise<Result> => {
	if (id === '' || !lacksToken(await read(false))) return await call();
	for (let other = underWay.get(id); other !== undefined; other = underWay.get(id)) {
		if (!(await isOverIn(WAIT, other)) || !lacksToken(await read(true))) return await call();
	}
	const mine = call();
	const settled = mine.then(() => undefined, () => undefined);
	underWay.set(id, settled);
	try {
		return await mine;
	} finally {
		underWay.delete(id);
	}
};

/** By credential: the renewal under way; whether it asks the provider. */
const renewals = new Map<string, Promise<boolean>>();

/**
 * Renews the token of a credential that the site called expired, once for all calls of this process that met its end. Where another call
 * or another process of n8n has stored a new token meanwhile, nobody is asked: a provider may take a refresh token once only.
 *
 * @param id of the credential.
 * @param isStored whether the token that has ended is still the stored one.
 * @param renew asks the provider for a new one and stores it.
 * @returns whether the stored token comes from the provider just now.
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
