/** The preview of every write: each operation of each document, and each action node. */
import type { INodeParameters } from 'n8n-workflow';

import { operationsOf, operationsWhere } from '../../bridge/properties/operations';
import { genericProperties } from '../../bridge/properties';
import { addressKeyOf } from '../../bridge/properties/record';
import type { DocumentEntry } from '../../core/catalog';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { inMemoryFile } from './actions/files';
import { PANEL_DOCUMENTS } from '../../bridge/properties/panelResources';
import { resourceParameters } from '../support/resourceParameters';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.clearJournal());

interface Shown {
	readonly preview: boolean;
	readonly method: string;
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body: unknown;
}

const preview = async (node: string, { options, ...parameters }: INodeParameters): Promise<Shown[]> => {
	const { error, output } = await engine.run({
		node,
		parameters: { ...parameters, options: { ...(options as object), preview: true } },
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		input: [{ json: {}, binary: { data: inMemoryFile('note.txt', 'text/plain', Buffer.from('note')) } }],
	});
	expect(error).toBeNull();
	const rows = output[0]!.map(({ json }) => json as unknown as Shown);
	expect(rows.every((row) => row.preview === true && row.url.startsWith(sandbox.apiUrl))).toBe(true);
	expect(JSON.stringify(rows)).not.toMatch(/authorization/i);
	return rows;
};
const sent = async (): Promise<string[]> =>
	(await sandbox.control.journal({ kind: 'request' })).entries.map(
		({ method, path }) => `${method} ${path.replace('/api/v2/database/DEMO', '')}`,
	);
const by = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });

// An update of all matching records is not tested here: its preview shows records, not requests. See updateMany.test.ts.
const WRITES: readonly string[] = operationsWhere(({ effect }) => effect === 'changes');
/** The HTTP method of each operation. Every operation that sends a save argument uses PATCH. */
const METHODS: Readonly<Record<string, string>> = {
	create: 'POST',
	update: 'PATCH',
	upsert: 'PUT',
	delete: 'DELETE',
	...Object.fromEntries(operationsWhere(({ saveArgument }) => saveArgument !== undefined).map((operation) => [operation, 'PATCH'])),
};
const FIELDS = { fieldsMode: 'json', fieldsJson: '{"x_field":"new"}' };

/** Values for the required parameters of an operation that have no default. */
const requiredParameters = (resource: string, operation: string): INodeParameters =>
	Object.fromEntries(
		genericProperties
			.filter(({ required, default: initial, displayOptions: { show } = {} }) => {
				const isShown = show?.resource?.includes(resource) && show.operation?.includes(operation);
				return required && initial === '' && isShown;
			})
			.map(({ name, options = [] }) => [name, options.flatMap((option) => ('value' in option ? [option.value] : []))[0] ?? '1']),
	);

const parametersOf = (entry: DocumentEntry, operation: string): INodeParameters => ({
	...resourceParameters(entry.resource),
	operation,
	...FIELDS,
	...requiredParameters(resourceParameters(entry.resource).resource!, operation),
	...by(operation === 'upsert' ? (entry.alternateKeys[0] ?? addressKeyOf(entry)) : addressKeyOf(entry), '100-1'),
	...Object.fromEntries((entry.requiredParameters ?? []).map((name) => [`parameter_${name}`, '100-1'])),
});

describe('The preview', () => {
	it('is tested for every operation that changes records', () => {
		const missingIn = 'METHODS of test/engine/preview.test.ts';
		const operations = WRITES.filter((operation) => !Object.hasOwn(METHODS, operation));
		expect({ missingIn, operations }).toEqual({ missingIn, operations: [] });
	});

	it.each(
		PANEL_DOCUMENTS.flatMap((entry) =>
			operationsOf(entry)
				.filter((operation) => WRITES.includes(operation))
				.map((operation) => [operation, entry.label, entry] as const),
		),
	)('of "%s" for %s shows the request and sends nothing', async (operation, _label, entry) => {
		const shown = await preview('mediaOperations', parametersOf(entry, operation));
		const write = shown.at(-1)!;
		expect(write.method).toBe(METHODS[operation]);
		expect(write.url.replace(sandbox.apiUrl, '')).toMatch(new RegExp(`^/(${entry.name}|${entry.list})\\b`));
		if (['create', 'update', 'upsert'].includes(operation)) expect(JSON.stringify(write.body)).toContain('new');
		expect(await sent()).toEqual([]);
	});

	it.each<readonly [string, INodeParameters, string, string]>([
		[
			'mediaOperationsVoidOrder',
			{ operation: 'void', ...by('wo_no_seq', '100-1'), reason: by('number', '1').record as never },
			'PATCH',
			'VoidWorkOrder',
		],
		['mediaOperationsVoidOrder', { operation: 'unVoid', ...by('wo_no_seq', '100-1') }, 'PATCH', 'UnVoidWorkOrder'],
		[
			'mediaOperationsActualize',
			{ ...by('wo_no_seq', '100-1'), actualize: 'all', details: { detail: [{ action: 'I', units: 1 }] } },
			'POST',
			'ActualizeAll',
		],
		['mediaOperationsPostBatch', { batches: 'one', ...by('batch_no', '7572') }, 'PATCH', 'Post'],
		['mediaOperationsPostBatch', { batches: 'numbers', batchNumbers: '7572' }, 'PATCH', 'Post'],
		[
			'mediaOperationsLoadTemplate',
			{ operation: 'create', template: by('number', '15').record as never, ...FIELDS },
			'POST',
			'LoadTemplate',
		],
		[
			'mediaOperationsLoadTemplate',
			{ operation: 'load', ...by('wo_no_seq', '100-1'), template: by('number', '15').record as never },
			'PATCH',
			'LoadTemplate',
		],
		[
			'mediaOperationsLoadTemplate',
			{
				resource: 'transmissionOrder',
				operation: 'load',
				templateKind: 'service',
				...by('wo_no_seq', '1072992-1'),
				serviceTemplates: ['10'],
			},
			'PATCH',
			'LoadServiceTemplate',
		],
		['mediaOperationsUploadAttachment', { operation: 'upload', ...by('wo_no_seq', '100-1'), files: 'all' }, 'POST', ''],
		[
			'mediaOperationsUploadAttachment',
			{ operation: 'delete', ...by('wo_no_seq', '100-1'), attachment: by('number', '3').record as never },
			'DELETE',
			'',
		],
	])('of %s with %j shows the request and sends nothing', async (node, parameters, method, argument) => {
		const [shown] = await preview(node, parameters);
		expect(shown).toMatchObject({ method, headers: argument === '' ? {} : { SaveArgument: expect.stringContaining(`"${argument}"`) } });
		expect(await sent()).toEqual([]);
	});

	it.each<readonly [string, INodeParameters, string, string]>([
		[
			'mediaOperations',
			{ resource: 'workOrder', operation: 'update', ...FIELDS, options: { updateFormat: 'payload' } },
			'PATCH',
			'/JmWorkOrder/wo_no_seq=100-1',
		],
		['mediaOperationsVoidOrder', { operation: 'void', reason: by('number', '1').record as never }, 'PATCH', '/JmWorkOrder/wo_no_seq=100-1'],
		['mediaOperationsActualize', { actualize: 'all', details: { detail: [{ action: 'I', units: 1 }] } }, 'POST', '/JmActual/'],
		[
			'mediaOperationsLoadTemplate',
			{ operation: 'load', template: by('number', '15').record as never },
			'PATCH',
			'/JmWorkOrder/wo_no_seq=100-1',
		],
		['mediaOperationsUploadAttachment', { operation: 'upload', files: 'all' }, 'POST', '/SysAttachment/attachment_keystring=10339:100-1'],
		[
			'mediaOperationsUploadAttachment',
			{ operation: 'delete', attachment: by('number', '3').record as never },
			'DELETE',
			'/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=3',
		],
	])(
		'of %s with %j reads the primary key of a record that is addressed by another key, and shows the write',
		async (node, parameters, method, address) => {
			await plainCall(sandbox, 'PATCH', '/JmWorkOrder/wo_no_seq=100-1', [{ op: 'replace', path: 'external_key', value: 'PRE-1' }]);
			await sandbox.control.clearJournal();
			const shown = await preview(node, { ...parameters, ...by('external_key', 'PRE-1') });
			expect(shown.map((each) => [each.method, each.url.replace(sandbox.apiUrl, '')])).toEqual([[method, address]]);
			expect(JSON.stringify(shown)).toContain('100-1');
			expect(await sent()).toEqual(['GET /JmWorkOrder/external_key=PRE-1']);
		},
	);

	it('of a missing record reports that the record is missing', async () => {
		const { error } = await engine.run({
			node: 'mediaOperationsVoidOrder',
			parameters: { operation: 'unVoid', ...by('external_key', 'NOBODY'), options: { preview: true } },
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		});
		expect(error?.message).toBe('Alternate key not found: external_key=NOBODY [Item 0]');
	});
});
