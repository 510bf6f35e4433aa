/** A site check whose requests fail temporarily at a gateway. */
import { DOCUMENTS } from '../../core/catalog';
import type { SiteCheck } from '../../core/check';
import type { Send, SendResult } from '../../core/model/port';
import { sandboxForTests } from '../support/sandboxForTests';
import { realParts } from './axiosTransport';
import { reply, lost } from './fakeSite';
import { checkWith } from './siteChecks';

const sandbox = sandboxForTests();
const entries = DOCUMENTS.filter(({ name }) => ['JmJob', 'JmWorkOrder'].includes(name));

/** Checks the sandbox. `fails` decides from the decoded path and the number of the attempt whether an attempt fails with `failure`. */
const check = async (failure: SendResult, fails: (path: string, attempt: number) => boolean): Promise<SiteCheck> => {
	const attempts = new Map<string, number>();
	const through =
		(send: Send): Send =>
		async (request) => {
			const attempt = (attempts.get(request.path) ?? 0) + 1;
			attempts.set(request.path, attempt);
			return fails(decodeURIComponent(request.path), attempt) ? failure : await send(request);
		};
	const user = { user: 'demo', password: 'demo' };
	return await checkWith({
		send: through(realParts({ ...user, baseUrl: sandbox.apiUrl }).send),
		sendDefinition: through(realParts({ ...user, baseUrl: '' }).send),
		definitionUrl: (document) => `${sandbox.url}/API/v2/database/DEMO/spec/${document}`,
		entries,
	});
};
const foundIn = ({ findings }: SiteCheck, topic: string): string | undefined => findings.find((finding) => finding.topic === topic)?.found;

const FAILURES: readonly (readonly [string, SendResult])[] = [
	['a 504', reply(504, '<html>Gateway Timeout</html>')],
	['a 502', reply(502)],
	['a 408', reply(408)],
	['a reset connection', lost('ECONNRESET')],
	['a timeout', lost('ETIMEDOUT')],
];
const isProbe = (path: string): boolean => path.includes('/spec/') || path.includes('$in') || /\/JmJob\/job_no=\d+$/.test(path);

describe.each(FAILURES)('The site check with %s', (_name, failure) => {
	it('repeats the request once', async () => {
		const checked = await check(failure, (path, attempt) => isProbe(path) && attempt === 1);
		expect(foundIn(checked, 'Definitions')).toBe('All were read, as JSON');
		expect(foundIn(checked, 'Operators')).toContain('As expected');
		expect(foundIn(checked, 'Single records')).toContain('As expected');
	});
});

describe('The site check with requests that fail twice', () => {
	it('does not conclude that the site lacks a feature', async () => {
		const checked = await check(reply(504), isProbe);
		expect(foundIn(checked, 'Definitions')).toBe('Not checked: the requests failed temporarily');
		expect(checked.profile.definition).toBeUndefined();
		expect(checked.profile.unsupportedOperators).toBeUndefined();
		expect(foundIn(checked, 'Single records')).not.toContain('Not readable');
	});
});

describe('The site check with a permanent failure', () => {
	it.each(['RESPONSE_TOO_LARGE', 'Z_DATA_ERROR', 'HPE_HEADER_OVERFLOW', 'CERT_HAS_EXPIRED'])(
		'does not repeat the request, and reports that no definition can be read: %s',
		async (code) => {
			let attempts = 0;
			const checked = await check(lost(code, code === 'CERT_HAS_EXPIRED' ? 'no' : 'maybe'), (path, attempt) => {
				if (path.includes('/spec/')) attempts = Math.max(attempts, attempt);
				return path.includes('/spec/');
			});
			expect(attempts).toBe(1);
			expect(foundIn(checked, 'Definitions')).toBe('No definition can be read from the URL in the credential');
		},
	);
});
