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
