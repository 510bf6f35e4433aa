import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { TtlCache } from '../../bridge/panel/ttlCache';
import { signIn } from '../../bridge/signIn/signIn';

const HOUR = 3_600_000;

describe('A clock that is set back by an hour', () => {
	it('does not extend the one-minute cache of an editor list', async () => {
		let now = 10 * HOUR;
		let reads = 0;
		const remembered = new TtlCache(() => now);
		const ask = async (): Promise<number> => await remembered.get('list', async () => (reads += 1));
		expect([await ask(), await ask()]).toEqual([1, 1]);
		now -= HOUR;
		expect([await ask(), await ask()]).toEqual([2, 2]);
	});

	describe('while a sign-in is cached', () => {
		let now = 0;
		beforeEach(() => {
			now = 1_000 * HOUR;
			jest.spyOn(Date, 'now').mockImplementation(() => now);
		});
		afterEach(() => jest.restoreAllMocks());

		const site = (respond: (logIn: number) => object) => {
			let logIns = 0;
			const http = { helpers: { httpRequest: async () => respond((logIns += 1)) } } as unknown as IHttpRequestHelper;
			return { http, logIns: () => logIns };
		};
		const credential = (username: string): ICredentialDataDecryptedObject => ({
			baseUrl: 'http://127.0.0.1:1/api/v2/database/DEMO',
			username,
			password: 'x',
		});

		it('does not extend the half-minute cache of a refused sign-in', async () => {
			const { http, logIns } = site(() => ({ statusCode: 401, headers: {}, body: { error: 'Wrong password' } }));
			const ask = async (): Promise<unknown> => await signIn(http, credential('refused')).catch((error: Error) => error.message);
			expect([await ask(), await ask(), logIns()]).toEqual(['Wrong password', 'Wrong password', 1]);
			now -= HOUR;
			expect([await ask(), await ask(), logIns()]).toEqual(['Wrong password', 'Wrong password', 2]);
		});

		it('does not make an old token look new', async () => {
			const { http, logIns } = site((logIn) => ({ statusCode: 200, headers: {}, body: { token: `token-${logIn}` } }));
			const ask = async (): Promise<string> => (await signIn(http, credential('fresh')))!.sessionToken;
			expect([await ask(), await ask(), logIns()]).toEqual(['token-1', 'token-1', 1]);
			now -= HOUR;
			expect([await ask(), logIns()]).toEqual(['token-2', 2]);
		});
	});
});
