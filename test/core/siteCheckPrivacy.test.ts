/** The published part of a check does not depend on the values, names and strings that a site returns. */
import fc from 'fast-check';

import { DOCUMENTS } from '../../core/catalog';
import { htmlReport, markdownReport } from '../../core/check';
import type { SendResult, WireRequest } from '../../core/model/port';
import { checkWith } from './siteChecks';

/** A string that the responses of the site contain in values, names, error messages and pages. */
const SECRET = 'Zanzibar';

const entries = DOCUMENTS.filter(({ list, verbs }) => list !== undefined && verbs.includes('list')).slice(0, 8);

const record = (number: number, form: number): Record<string, unknown> => ({
	wo_no_seq: form % 2 === 0 ? { wo_no_seq: `${SECRET}${number}-1`, external_key: SECRET } : `${SECRET}${number}-1`,
	job_no: form % 3 === 0 ? number : { job_no: number, external_key: `${SECRET}${number}` },
	master_no: { master_no: number, barcode: SECRET },
	wo_desc: `${SECRET} description ${number}`,
	job_desc: SECRET,
	wo_begin_dt: form % 5 === 0 ? '0001-01-01T00:00:00' : '2026-01-02T03:04:05',
	active: form % 2 === 0,
	wo_type_no: { wo_type_no: String(number), wo_type_desc: SECRET },
	[`${SECRET}_field_1`]: { value: SECRET },
	jm_wo_transaction: [{ trx_no: number, trx_desc: SECRET }],
	empty: null,
});

const BODIES: readonly ((number: number) => unknown)[] = [
	(number) => ({ L: [record(number, number), record(number + 1, number), record(number + 2, number)] }),
	(number) => Array.from({ length: 3 }, (_, index) => record(number + index, index)),
	(number) => ({ jm_work_order: [record(number, 1)] }),
	() => ({ error: `${SECRET} is not a field of this list` }),
	() => ({ Message: SECRET, stackTrace: SECRET }),
	() => `<html><head><title>${SECRET}</title></head><body>${SECRET}</body></html>`,
	() => SECRET,
	() => ({ openapi: '3.0.3', info: { title: SECRET, version: SECRET, description: SECRET }, paths: {} }),
	() => '',
];

const result = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.tuple(fc.constantFrom(200, 200, 200, 200, 204, 302, 400, 401, 403, 404, 414, 500), fc.nat(BODIES.length - 1)),
	},
	{ weight: 1, arbitrary: fc.constant('no answer' as const) },
);

describe('The report of a site check', () => {
	it('contains no value, name or text that the site returns, and the check sends at most 200 requests, all of them reads', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(result, { minLength: 1, maxLength: 12 }), fc.boolean(), async (results, startsWell) => {
				const requests: WireRequest[] = [];
				const send = async (request: WireRequest): Promise<SendResult> => {
					const number = requests.push(request);
					const chosen = startsWell && number < 20 ? ([200, 0] as const) : results[number % results.length]!;
					if (chosen === 'no answer') return { kind: 'noResponse', code: 'ECONNRESET', sent: 'maybe', message: SECRET };
					const [status, body] = chosen;
					return {
						kind: 'response',
						status,
						headers: {
							date: 'Mon, 23 Nov 2026 00:00:00 GMT',
							location: `https://${SECRET}.example`,
							server: SECRET,
							'pagination-count': '60',
						},
						body: BODIES[body]!(number),
					};
				};
				const check = await checkWith({
					send,
					definitionUrl: (document) => `https://${SECRET}.example/spec/${document}`,
					entries,
				});
				const profile = JSON.stringify(check.profile);
				const report = { ...check, profile };
				expect(JSON.stringify([check.findings, htmlReport(report), markdownReport(report)])).not.toContain(SECRET);
				expect(requests.length).toBeLessThanOrEqual(200);
				expect(requests.every(({ effect, method }) => method === 'GET' && effect === 'read')).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it('contains the details of the site if the option to include them is on', async () => {
		const send = async (): Promise<SendResult> => ({
			kind: 'response',
			status: 403,
			headers: {},
			body: { error: `No access for ${SECRET}` },
		});
		const check = await checkWith({
			send,
			entries,
			connection: { isEncrypted: true, isLocal: false, ignoresCertificate: true, certificateProblem: 'CERT_HAS_EXPIRED' },
			signIn: { method: 'oAuth2' },
			includeDetails: true,
		});
		const html = htmlReport({ ...check, profile: '{}', site: `https://${SECRET}.example` });
		expect(html).toContain(`No access for ${SECRET}`);
		expect(html).toContain(`Site: https://${SECRET}.example`);
		expect(html).toContain('The certificate has expired');
	});
});
