import {
	type Call,
	type Json,
	minimalOrder,
	orderOf,
	PAYLOAD_FORM,
	patchWith,
	recordOf,
	type HttpResponse,
	withArgument,
} from '../data/caller';
import { type Sentence, walkThrough } from './walk';

const put = async (call: Call, path: string, body: object, headers: object = {}): Promise<HttpResponse> =>
	await call('PUT', path, { body, headers: { ...PAYLOAD_FORM, ...headers } });
/** Creates an order on any release and returns its key. */
const newOrder = async (call: Call, tag: string, more: object = {}, headers: Record<string, string> = {}): Promise<string> => {
	const response = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [minimalOrder({ external_key: tag, ...more })] }, headers });
	expect([response.text, [200, 204].includes(response.status)]).toEqual([response.text, true]);
	return (await recordOf(call, 'JmWorkOrder', 'jm_work_order', `external_key=${tag}`)).wo_no_seq.wo_no_seq;
};

const UPSERTS: readonly Sentence[] = [
	{
		says: 'PUT creates a record and returns its identifier if external_key is in the address, the key object and the root; a repeated PUT returns 2xx and no new identifier',
		since: '11.0',
		holds: async (call, tag) => {
			const body = { jm_job: [{ job_no: { external_key: tag }, external_key: tag, job_desc: 'Upserted', cust_id: '27' }] };
			const first = await put(call, `/JmJob/external_key=${tag}`, body);
			expect([first.status, first.json.jm_job.records]).toEqual([200, [{ job_no: expect.any(Number) }]]);
			const again = await put(call, `/JmJob/external_key=${tag}`, body);
			expect([again.status, again.json]).toEqual([200, { message: null, tables: [] }]);
			expect((await call('GET', '/JmJobList', { query: { Query: { external_key: tag } } })).json.L).toHaveLength(1);
		},
	},
	{
		says: 'rowAction deleteAll, also spelled DeleteAll, clears each named sub-table before the rows of the payload are added',
		since: '11.0',
		holds: async (call, tag) => {
			for (const action of ['deleteAll', 'DeleteAll']) {
				const body = {
					lib_master: [
						{
							master_no: { barcode: tag },
							master_desc: 'Asset',
							asset_type_no: 1,
							lib_master_audio: [{ audio_desc: action }],
							lib_master_title: [{ title_no: { title_no: 1 } }],
						},
					],
				};
				expect(
					(
						await put(call, `/LibMaster/barcode=${tag}`, body, {
							rowAction: JSON.stringify({ [action]: ['lib_master_audio', 'lib_master_title'] }),
						})
					).status,
				).toBe(200);
				const asset = await recordOf(call, 'LibMaster', 'lib_master', `barcode=${tag}`);
				expect([asset.lib_master_audio.map((row: Json) => row.audio_desc), asset.lib_master_title.length]).toEqual([[action], 1]);
			}
		},
	},
	{
		says: 'A Division-Code for a division that the user cannot access is refused with an error message',
		since: '11.1',
		holds: async (call) => {
			const response = await call('GET', '/JmJob/job_no=342', { headers: { 'Division-Code': 'GS' }, user: 'limited:limited' });
			expect([response.status, response.json.error]).toEqual([403, expect.stringContaining('has no access to the division')]);
		},
	},
];

const ARGUMENTS: readonly Sentence[] = [
	{
		says: 'LoadTemplate loads a template on create; the header name can be spelled saveArgument',
		holds: async (call, tag) => {
			for (const [name, key] of [
				['SaveArgument', `${tag}-A`],
				['saveArgument', `${tag}-B`],
			] as const) {
				const order = await newOrder(call, key, { wo_template_no: 15 }, { [name]: '{"LoadTemplate":"15"}' });
				expect((await orderOf(call, 'JmWorkOrder', order)).jm_wo_transaction).toHaveLength(3);
			}
		},
	},
	{
		says: 'LoadServiceTemplate loads one template if its number is in the body, or several templates if service_template_no is null',
		holds: async (call, tag) => {
			for (const [value, inBody, rows] of [
				['10', 10, 1],
				['10,11', null, 2],
			] as const) {
				const record = minimalOrder({ external_key: `${tag}-${rows}`, service_template_no: inBody });
				expect([200, 204]).toContain(
					(
						await call('POST', '/XmTransmissionOrder', {
							body: { jm_work_order: [record] },
							headers: withArgument({ LoadServiceTemplate: value }),
						})
					).status,
				);
				expect((await call('GET', `/XmTransmissionOrder/external_key=${tag}-${rows}/mo_service_row`)).json).toHaveLength(rows);
			}
			const more = await call('POST', '/XmTransmissionOrder', {
				body: { jm_work_order: [minimalOrder({ wo_template_no: 15 })] },
				headers: withArgument({ LoadServiceTemplate: '10,11', LoadTemplate: '15' }),
			});
			expect(more.status).toBe(400);
		},
	},
	{
		says: 'VoidWorkOrder with cancel_no 1 voids the order; UnVoidWorkOrder with an empty full payload un-voids it',
		holds: async (call, tag) => {
			const order = await newOrder(call, tag);
			const path = `/JmWorkOrder/wo_no_seq=${order}`;
			const phase = async (): Promise<string> => (await orderOf(call, 'JmWorkOrder', order)).phase_code.phase_code;
			const before = await phase();
			expect((await patchWith(call, path, [{ op: 'replace', path: 'cancel_no', value: 1 }], { VoidWorkOrder: order })).status).toBe(204);
			expect(await phase()).toBe('VOID');
			expect((await patchWith(call, path, '', { UnVoidWorkOrder: order }, PAYLOAD_FORM)).status).toBe(204);
			expect(await phase()).toBe(before);
		},
	},
	{
		says: "BidApproval 0, sent with an operation that replaces 'approved' with Y, approves a bid version",
		holds: async (call, tag) => {
			await call('POST', '/BidVersion', { body: { bid_version: [{ version_desc: tag, external_key: tag }] } });
			expect(
				(await patchWith(call, `/BidVersion/external_key=${tag}`, [{ op: 'replace', path: 'approved', value: 'Y' }], { BidApproval: 0 }))
					.status,
			).toBe(204);
			expect((await recordOf(call, 'BidVersion', 'bid_version', `external_key=${tag}`)).approved).toBe('Y');
		},
	},
	{
		says: 'GroupCode, sent with an empty body, sets the default group of a resource',
		holds: async (call) => {
			expect((await patchWith(call, '/SchResource/resource_code=3', undefined, { GroupCode: 'UKPS' })).status).toBe(204);
			expect((await recordOf(call, 'SchResource', 'sch_resource', 'resource_code=3')).group_code).toMatchObject({ group_code: 'UKPS' });
		},
	},
	{
		says: 'Post posts a time card batch',
		since: '11.1',
		holds: async (call) => {
			expect(
				(await patchWith(call, '/TcBatch/batch_no=7572', { tc_batch: [{ batch_no: { batch_no: '7572' } }] }, { Post: '' }, PAYLOAD_FORM))
					.status,
			).toBe(200);
			expect((await recordOf(call, 'TcBatch', 'tc_batch', 'batch_no=7572')).posted).toBe('Y');
		},
	},
	{
		says: 'A POST to /JmActual/ with ActualizeAll -2 and ActualizeUpdatePhase (also spelled ActuallizeUpdatePhase) actualizes all transactions',
		since: '11.1',
		holds: async (call, tag) => {
			for (const spelled of ['ActualizeUpdatePhase', 'ActuallizeUpdatePhase']) {
				const order = await newOrder(call, `${tag}-${spelled}`, { jm_wo_transaction: [{ trx_desc: 'Room' }] });
				const [row] = (await call('GET', `/JmWorkOrder/wo_no_seq=${order}/jm_wo_transaction`)).json;
				const header = {
					actual_hdr_no: { actual_hdr_no: -1 },
					wo_no_seq: { wo_no_seq: order },
					actual_status: 'Y',
					jm_actual_detail: [{ actual_hdr_no: -1, actual_det_no: -2, action_code: { action_code: 'I' }, actual_unit: 4, actual: 'Y' }],
					jm_actual_link: [{ actual_link_no: -3, actual_det_no: -2, trx_no: row.trx_no.trx_no }],
				};
				const response = await call('POST', '/JmActual/', {
					body: { jm_actual_header: [header] },
					headers: withArgument({ ActualizeAll: '-2', [spelled]: 'Y' }),
				});
				expect([response.status, response.text]).toEqual([200, expect.stringContaining('jm_actual_detail')]);
				expect((await orderOf(call, 'JmWorkOrder', order)).jm_wo_transaction).toMatchObject([
					{ actualized: 'Y', phase_code: { phase_code: 'ACTL' } },
				]);
			}
		},
	},
	{
		says: 'The definition of JmWoTransaction lists the required parameter wo_no_seq in JSON',
		since: '11.2',
		holds: async (call) => {
			const { json } = await call('GET', '/spec/JmWoTransaction', { query: { format: 'json' } });
			expect(json.paths['/JmWoTransaction/trx_no={trx_no}'].get.parameters).toContainEqual(
				expect.objectContaining({ name: 'wo_no_seq', in: 'query', required: true }),
			);
			expect((await call('GET', '/JmWoTransaction/trx_no=1')).status).toBe(400);
		},
	},
];

walkThrough({ PUT: UPSERTS, 'Save arguments': ARGUMENTS });
