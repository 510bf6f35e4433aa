/** Web pages that can call the API (option --cors). */
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

const PAGE = 'http://localhost:3000';
const JOB = '/JmJob/job_no=342';

describe('A web page from an allowed origin (--cors)', () => {
	const sandbox = sandboxForTests({ args: ['--cors', PAGE] });
	const preflight = { Origin: PAGE, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'authorization' };

	test('receives a response to its preflight request without a sign-in', async () => {
		const response = await fetch(`${sandbox.apiUrl}${JOB}`, { method: 'OPTIONS', headers: preflight });
		expect(response.status).toBe(204);
		expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
		expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
		expect(response.headers.get('access-control-allow-headers')).toBe('authorization');
	});

	test('can read responses, errors and Pagination-Count', async () => {
		for (const [headers, status] of [
			[{ Authorization: DEMO_USER, Origin: PAGE }, 200],
			[{ Origin: PAGE }, 401],
		] as const) {
			const response = await fetch(`${sandbox.apiUrl}${JOB}`, { headers });
			expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, PAGE]);
			expect(response.headers.get('access-control-expose-headers')).toContain('Pagination-Count');
		}
	});

	test('has no access to the controls', async () => {
		const response = await fetch(`${sandbox.url}/_sandbox/state`, { headers: { Origin: PAGE } });
		expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
	});

	test('can read responses, but a page from another origin cannot', async () => {
		const response = await fetch(`${sandbox.apiUrl}${JOB}`, { headers: { Authorization: DEMO_USER, Origin: 'http://elsewhere.example' } });
		expect(response.headers.get('access-control-allow-origin')).toBeNull();
	});
});

test('no web page from another origin can read responses by default', async () => {
	const { startSandbox } = await import('../../../workshop/sandboxProcess');
	const sandbox = await startSandbox();
	try {
		const response = await fetch(`${sandbox.apiUrl}${JOB}`, { headers: { Authorization: DEMO_USER, Origin: PAGE } });
		expect(response.headers.get('access-control-allow-origin')).toBeNull();
	} finally {
		await sandbox.stop();
	}
});
