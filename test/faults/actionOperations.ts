/** The operations of the action nodes. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Found, Operation } from './operation';
import { by, keysOfNamed, made, newOrders, numbersTo, ORDER, orderOf, recordOf, rowsOf, TEMPLATE } from './preparing';
import { each, type Json, type PlainSite } from './site';

const RECORD = '={{ $json.key }}';
const withKeys = (keys: readonly string[]): { json: IDataObject }[] => keys.map((key) => ({ json: { key } }));

/**
 * Sends every item even after a failure, because each item is compared with the site. `test/engine/irreversible.test.ts` tests the default.
 */
const EACH = { sendRemainingItems: true };
const voidParameters = (record: INodeParameters[string], readBack: boolean): INodeParameters => ({
	resource: 'workOrder',
	operation: 'void',
	record,
	reason: by('list', '1'),
	options: { readBack, ...EACH },
});
const voided = async (site: PlainSite, keys: readonly string[]): Promise<Found[]> =>
	await each(keys, async (key) => ({
		times: (await orderOf(site, key)).cancel_no === null ? 0 : 1,
		rows: [{ wo_no_seq: key, voided: true }],
	}));

const voidOperation = (
	parts: Pick<Operation, 'name' | 'effect' | 'method' | 'body' | 'isAfterwards'>,
	recordBy: 'wo_no_seq' | 'external_key',
	readBack: boolean,
): Operation => ({
	...parts,
	node: 'mediaOperationsVoidOrder',
	async prepare(site, tag, items) {
		const keys = await newOrders(site, tag, items);
		return {
			parameters: voidParameters(by(recordBy, RECORD), readBack),
			input: withKeys(recordBy === 'wo_no_seq' ? keys : keys.map((_, index) => `${tag}-${index}`)),
			look: async () => await voided(site, keys),
		};
	},
});

const contentsOf = async (site: PlainSite, order: string, numbers: readonly unknown[]): Promise<string[]> =>
	await each(
		numbers,
		async (number) =>
			await site.text(`SysAttachment/attachment_keystring=10339:${order}/sys_attachment/attachment_no=${String(number)}/content`),
		4,
	);

export const ACTION_OPERATIONS: readonly Operation[] = [
	voidOperation({ name: 'void', effect: 'once', method: 'PATCH', body: 'never' }, 'wo_no_seq', false),
	voidOperation({ name: 'void, read before', effect: 'read', method: 'GET', body: 'always' }, 'external_key', false),
	voidOperation({ name: 'void, read after', effect: 'read', method: 'GET', body: 'always', isAfterwards: true }, 'wo_no_seq', true),
	{
		name: 'un-void',
		node: 'mediaOperationsVoidOrder',
		effect: 'once',
		method: 'PATCH',
		body: 'never',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items);
			await each(
				keys,
				async (key) =>
					await site.call('PATCH', `JmWorkOrder/wo_no_seq=${key}`, [{ op: 'replace', path: 'cancel_no', value: 1 }], {
						SaveArgument: JSON.stringify({ VoidWorkOrder: key }),
					}),
			);
			return {
				parameters: { resource: 'workOrder', operation: 'unVoid', record: by('wo_no_seq', RECORD), options: { readBack: false, ...EACH } },
				input: withKeys(keys),
				look: async () =>
					(await voided(site, keys)).map(({ times }, index) => ({ times: 1 - times!, rows: [{ wo_no_seq: keys[index], voided: false }] })),
			};
		},
	},
	{
		name: 'actualize',
		node: 'mediaOperationsActualize',
		effect: 'once',
		method: 'POST',
		body: 'always',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items, TEMPLATE);
			return {
				parameters: {
					resource: 'workOrder',
					record: by('wo_no_seq', RECORD),
					actualize: 'all',
					details: { detail: [{ action: 'I', units: 4 }] },
					options: { readBack: false, ...EACH },
				},
				input: withKeys(keys),
				look: async () =>
					await each(keys, async (key) => ({
						times: await site.count('JmActualList', { wo_no_seq: key }),
						rows: [{ wo_no_seq: key, actualized: true }],
					})),
			};
		},
	},
	{
		name: 'post batch',
		node: 'mediaOperationsPostBatch',
		effect: 'once',
		method: 'PATCH',
		body: 'may',
		async prepare(site, tag, items) {
			const keys = await made(
				site,
				'TcBatch',
				'tc_batch',
				'batch_no',
				numbersTo(items).map((index) => ({ batch_desc: `${tag}-${index}` })),
			);
			return {
				parameters: { record: by('batch_no', RECORD), options: { readBack: false, ...EACH } },
				input: withKeys(keys),
				look: async () =>
					await each(keys, async (key) => ({
						times: (await recordOf(site, `TcBatch/batch_no=${key}`, 'tc_batch')).posted === 'Y' ? 1 : 0,
						rows: [{ batch_no: key, posted: true }],
					})),
			};
		},
	},
	{
		name: 'load template',
		node: 'mediaOperationsLoadTemplate',
		effect: 'once',
		method: 'POST',
		body: 'may',
		async prepare(site, tag, items) {
			return {
				parameters: {
					resource: 'workOrder',
					operation: 'create',
					fieldsMode: 'json',
					fieldsJson: '={{ $json.fields }}',
					template: by('number', TEMPLATE),
					options: { readBack: false },
				},
				input: numbersTo(items).map((index) => ({ json: { fields: { wo_desc: `${tag}-${index}`, ...ORDER } as IDataObject } })),
				look: async () =>
					(await keysOfNamed(site, 'JmWorkOrderList', 'wo_desc', 'wo_no_seq', tag, items)).map((keys) => ({
						times: keys.length,
						rows: [{ wo_no_seq: keys[0] }],
					})),
			};
		},
	},
	{
		name: 'load into order',
		node: 'mediaOperationsLoadTemplate',
		effect: 'once',
		method: 'PATCH',
		body: 'may',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items + 1);
			const transactions = async (key: string): Promise<number> => rowsOf(await orderOf(site, key), 'jm_wo_transaction').length;
			// One more order shows how many rows one load adds.
			const measure = keys.pop()!;
			await site.call('PATCH', `JmWorkOrder/wo_no_seq=${measure}`, [{ op: 'replace', path: 'wo_template_no', value: Number(TEMPLATE) }], {
				SaveArgument: JSON.stringify({ LoadTemplate: TEMPLATE }),
			});
			const rowsPerLoad = await transactions(measure);
			return {
				parameters: {
					resource: 'workOrder',
					operation: 'load',
					record: by('wo_no_seq', RECORD),
					template: by('number', TEMPLATE),
					loadOption: 'append',
					options: { readBack: false },
				},
				input: withKeys(keys),
				look: async () =>
					await each(keys, async (key) => ({ times: (await transactions(key)) / rowsPerLoad, rows: [{ wo_no_seq: key, updated: true }] })),
			};
		},
	},
	{
		name: 'upload',
		node: 'mediaOperationsUploadAttachment',
		effect: 'once',
		method: 'POST',
		body: 'always',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items);
			const words = (key: string): string => `Delivered for ${key}. `.repeat(200);
			return {
				parameters: { resource: 'workOrder', operation: 'upload', record: by('wo_no_seq', RECORD), options: {} },
				input: keys.map((key) => ({
					json: { key },
					binary: {
						data: { data: Buffer.from(words(key)).toString('base64'), mimeType: 'text/plain', fileName: 'note.txt', fileExtension: 'txt' },
					},
				})),
				look: async () =>
					await each(keys, async (key) => {
						const attachments = (await site.call(
							'GET',
							`SysAttachment/attachment_keystring=10339:${key}/sys_attachment`,
						)) as unknown as Json[];
						const numbers = attachments.map(({ attachment_no: object }) => (object as Json).attachment_no);
						const whole = (await contentsOf(site, key, numbers)).filter((content) => content === words(key)).length;
						// A partially stored file makes `times` a fraction, which matches no expected number.
						return {
							times: whole === attachments.length ? whole : whole + 0.5,
							rows: [{ attachment_keystring: `10339:${key}`, file_name: 'note.txt', attachment_no: numbers[0] }],
						};
					}),
			};
		},
	},
];
