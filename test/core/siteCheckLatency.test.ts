/** The concurrency of a check, on a site that refuses concurrent requests above a maximum. */
import { DOCUMENTS } from '../../core/catalog';
import type { SiteCheck } from '../../core/check';
import type { SendResult } from '../../core/model/port';
import { checkWith } from './siteChecks';

const records = Array.from({ length: 3 }, (_, index) => ({ job_no: { job_no: index + 1 }, job_desc: `Job ${index}` }));

/** Checks a site that accepts this many concurrent requests. Also returns the largest number of concurrent requests. */
const checkLimited = async (accepted: number, maxConcurrent?: number): Promise<SiteCheck & { readonly most: number }> => {
	let running = 0;
	let most = 0;
	const send = async (): Promise<SendResult> => {
		running += 1;
		most = Math.max(most, running);
		const status = running > accepted ? 429 : 200;
		await new Promise((passed) => setImmediate(passed));
		running -= 1;
		return { kind: 'response', status, headers: {}, body: { L: records } };
	};
	const check = await checkWith({
		send,
		entries: DOCUMENTS.filter(({ name }) => name === 'JmJob'),
		...(maxConcurrent === undefined ? {} : { maxConcurrent }),
	});
	return { ...check, most };
};

const findingOf = ({ findings }: SiteCheck, topic: string) => findings.find((finding) => finding.topic === topic);

describe('The site check', () => {
	it('sends at most 4 concurrent requests', async () => {
		const check = await checkLimited(Infinity);
		expect(check.most).toBe(4);
		expect(findingOf(check, 'Concurrent requests')).toMatchObject({ severity: 'ok', found: '0 ms with 1, 0 ms with 2, 0 ms with 4' });
	});

	it.each([
		[1, 1],
		[2, 2],
		[2, 3],
	])('recommends a concurrency limit of %d for a site with a concurrency limit of %d', async (recommended, accepted) => {
		const check = await checkLimited(accepted);
		expect(check.profile.requests).toEqual({ maxConcurrent: recommended });
		expect(findingOf(check, 'Concurrent requests')).toMatchObject({ severity: 'warning' });
	});

	it('sends no more concurrent requests than the credential allows', async () => {
		expect((await checkLimited(Infinity, 2)).most).toBe(2);
	});

	it('stops after the first request that a site refuses with 429, and reports the status', async () => {
		const check = await checkLimited(0);
		expect(check.requests).toBe(1);
		expect(findingOf(check, 'Check')).toMatchObject({ found: 'The site limits requests: status 429 after 1 request' });
	});
});
