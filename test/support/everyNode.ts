import type { INodeParameters } from 'n8n-workflow';

/** A record in the form that a resource locator stores. */
const by = (mode: string, value: string): never => ({ __rl: true, mode, value }) as never;

/** One use of every action node; for the generic node, three: get, create and getMany. */
export const NODE_USES: ReadonlyArray<readonly [string, INodeParameters]> = [
	['mediaOperations', { resource: 'job', operation: 'get', record: by('job_no', '1') }],
	['mediaOperations', { resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '{"job_desc": "A", "cust_id": "32"}' }],
	['mediaOperations', { resource: 'job', operation: 'getMany', limit: 3 }],
	['mediaOperationsVoidOrder', { resource: 'workOrder', operation: 'void', record: by('wo_no_seq', '100-1'), reason: by('list', '1') }],
	[
		'mediaOperationsActualize',
		{ resource: 'workOrder', record: by('wo_no_seq', '100-1'), actualize: 'none', details: { detail: [{ action: 'I', units: 1 }] } },
	],
	['mediaOperationsPostBatch', { record: by('batch_no', '1') }],
	[
		'mediaOperationsLoadTemplate',
		{ resource: 'workOrder', operation: 'load', record: by('wo_no_seq', '100-1'), template: by('number', '2') },
	],
	['mediaOperationsUploadAttachment', { resource: 'workOrder', operation: 'upload', record: by('wo_no_seq', '100-1') }],
];
