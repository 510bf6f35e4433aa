import { RELEASES, type Release } from '../../../core/catalog';
import { sandboxesForTests } from '../../support/sandboxForTests';
import { type Asked, callerOf, minimalOrder, PAYLOAD_FORM, type HttpResponse, errorOf } from './caller';

const sandboxes = sandboxesForTests(RELEASES);
const on = async (release: Release, method: string, path: string, asked: Asked = {}): Promise<HttpResponse> =>
	await callerOf(() => sandboxes[release])(method, path, asked);

const orderWith = (argument: object, more: Readonly<Record<string, unknown>> = {}): Asked => ({
	body: { jm_work_order: [minimalOrder(more)] },
	headers: { SaveArgument: JSON.stringify(argument) },
});
const list = (query: unknown): Asked => ({ query: { Query: query } });

/** A feature, the first release that supports it, and the status that earlier releases return. */
const NEWCOMERS: readonly (readonly [name: string, since: Release, refusedWith: number, method: string, path: string, asked: Asked])[] = [
	['PUT', '11.0', 405, 'PUT', '/JmJob/job_no=342', { body: { jm_job: [{ job_no: 342, job_desc: 'x' }] }, headers: PAYLOAD_FORM }],
	['$gt', '11.0', 400, 'GET', '/JmJobList', list({ job_no: { $gt: 1 } })],
	['$lte', '11.0', 400, 'GET', '/JmJobList', list({ job_no: { $lte: 1 } })],
	['$notin', '11.1', 400, 'GET', '/PmProjectList', list({ project_desc: { $notin: ['test', 'Sarah'] } })],
	['$LIKEAND', '11.1', 400, 'GET', '/LibMasterList', list({ master_desc: { $LIKEAND: ['%a%', '%b%'] } })],
	['SysAttachment', '11.1', 404, 'GET', '/SysAttachment/attachment_keystring=10339:100-1', {}],
	['LibTitleHierarchyFacade', '11.1', 404, 'GET', '/LibTitleHierarchyFacade/title_no=2', {}],
	[
		'ActualizeAll',
		'11.1',
		400,
		'POST',
		'/JmActual',
		{ body: { jm_actual_header: [{ wo_no_seq: '36914-1' }] }, headers: { SaveArgument: '{"ActualizeAll":"-2"}' } },
	],
	[
		'Post',
		'11.1',
		400,
		'PATCH',
		'/TcBatch/batch_no=7572',
		{ body: { tc_batch: [{ batch_no: '7572' }] }, headers: { ...PAYLOAD_FORM, SaveArgument: '{"Post":""}' } },
	],
	[
		'contacts of type Vendor',
		'11.1',
		500,
		'POST',
		'/SysContactFacade',
		{ body: { sys_contact_facade: [{ contact_type: 'Vendor', contact_name: 'V' }] } },
	],
	[
		'LoadChildTemplates',
		'11.3',
		400,
		'POST',
		'/JmWorkOrder',
		orderWith({ LoadTemplate: '2', LoadChildTemplates: 'Y' }, { wo_template_no: 2 }),
	],
	[
		'TrxTimeOptionMove',
		'11.4',
		400,
		'PATCH',
		'/JmWorkOrder/wo_no_seq=100-1',
		{ body: [{ op: 'replace', path: 'po', value: '1' }], headers: { SaveArgument: '{"TrxTimeOptionMove":"Y"}' } },
	],
	['LoadTemplateOption', '26.1', 400, 'POST', '/JmWorkOrder', orderWith({ LoadTemplateOption: 1 }, { wo_template_no: 2 })],
];

describe('The API', () => {
	it.each(NEWCOMERS)(
		'supports %s on %s and later, and returns %i on earlier releases',
		async (_name, since, refusedWith, method, path, asked) => {
			for (const release of RELEASES) {
				const { status } = await on(release, method, path, asked);
				const isKnown = RELEASES.indexOf(release) >= RELEASES.indexOf(since);
				expect([release, status]).toEqual([release, isKnown ? expect.any(Number) : refusedWith]);
				expect(isKnown && status >= 300).toBe(false);
			}
		},
	);

	it('ignores Division-Code before 11.1', async () => {
		const headers = { 'Division-Code': 'NOWHERE' };
		expect((await on('11.0', 'GET', '/JmJob/job_no=342', { headers })).status).toBe(200);
		expect((await on('11.1', 'GET', '/JmJob/job_no=342', { headers })).status).toBe(400);
	});

	it('shows the details of drop-downs on 11.3 and later', async () => {
		const shown = async (release: Release): Promise<unknown> => {
			await on(release, 'PATCH', '/JmWorkOrder/wo_no_seq=100-1', { body: [{ op: 'replace', path: 'WO_field_3', value: 'UHD HDR' }] });
			return (await on(release, 'GET', '/JmWorkOrder/wo_no_seq=100-1')).json.jm_work_order[0].WO_field_3;
		};
		expect(await shown('11.2')).toBe('UHD HDR');
		expect(await shown('11.3')).toMatchObject({ option_text: 'UHD HDR' });
	});

	it('limits the fields of sub-table rows to those in resultColumns on 11.0 and later', async () => {
		const fields = async (release: Release): Promise<number> =>
			Object.keys(
				(
					await on(release, 'GET', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row', {
						query: { resultColumns: { mo_service_row: ['dsp_seq'] } },
					})
				).json[0],
			).length;
		expect(await fields('10.6')).toBeGreaterThan(3);
		expect(await fields('11.0')).toBe(1);
	});

	it('returns the correct count on every page on 11.2 and later', async () => {
		const count = async (release: Release, page: number): Promise<string | null> =>
			(await on(release, 'GET', '/PmProjectList', { query: { Query: {}, pageSize: 15, page } })).headers.get('pagination-count');
		expect([await count('11.1', 1), await count('11.1', 2), await count('11.1', 3)]).toEqual(['40', '15', '10']);
		expect([await count('11.2', 1), await count('11.2', 3)]).toEqual(['40', '40']);
	});

	it('sets the correct sequence for the rows of a service template on 11.2 and later', async () => {
		const sequence = async (release: Release): Promise<unknown> => {
			const response = await on(
				release,
				'POST',
				'/XmTransmissionOrder',
				orderWith({ LoadServiceTemplate: '10' }, { service_template_no: 10, external_key: 'SEQ' }),
			);
			expect(response.status).toBe(200);
			return (await on(release, 'GET', '/XmTransmissionOrder/external_key=SEQ/mo_service_row')).json[0].dsp_seq;
		};
		expect([await sequence('11.1'), await sequence('11.2')]).toEqual([0, 1]);
	});
});

describe('The response to a create', () => {
	const body = { jm_job: [{ job_no: -1, job_desc: 'J', cust_id: '27', jm_episode: [{ episode_no: -2, title_no: 1 }, { title_no: 2 }] }] };

	it('has only a Location header on 10.6', async () => {
		const response = await on('10.6', 'POST', '/JmJob', { body });
		expect([response.status, response.text]).toEqual([204, '']);
		expect(response.headers.get('location')).toMatch(/^\/api\/v2\/database\/DEMO\/JmJob\/job_no=\d+$/);
		const contact = await on('10.6', 'POST', '/SysContactFacade', {
			body: { sys_contact_facade: [{ contact_type: 'Client', contact_name: 'C' }] },
		});
		expect(contact.headers.get('location')).toMatch(/contact_no=\d+$/);
	});

	it('contains the key of the record and repeats the negative keys of sub-table rows on 11.0', async () => {
		const { json, headers } = await on('11.0', 'POST', '/JmJob', { body });
		expect(headers.get('location')).toBeNull();
		expect(json).toEqual({
			message: null,
			tables: ['jm_job', 'jm_episode'],
			jm_job: { record_identifiers: ['job_no'], records: [{ job_no: expect.any(Number) }] },
			jm_episode: { record_identifiers: ['episode_no'], records: [{ episode_no: -2 }] },
		});
	});

	it('contains the new keys of all rows on 11.1 and later', async () => {
		const { json } = await on('11.1', 'POST', '/JmJob', { body });
		expect(json.jm_episode.records).toEqual([{ episode_no: expect.any(Number) }, { episode_no: expect.any(Number) }]);
		expect(json.jm_episode.records[0].episode_no).toBeGreaterThan(0);
	});
});

it('The error names the requested document if the release does not have it', async () => {
	expect(errorOf(await on('10.6', 'GET', '/SysAttachment/x=1'))).toContain("Unknown document 'SysAttachment' in this release");
});
