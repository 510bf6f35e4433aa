/** The line below each node on the canvas. */
import { Workflow, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';

import { PANEL_DOCUMENTS } from '../../bridge/properties/panelResources';
import { operationsOf } from '../../bridge/properties/operations';
import { engineForTests } from '../support/engineForTests';
import { resourceParameters } from '../support/resourceParameters';

const engine = engineForTests();

/** The subtitle as n8n's canvas evaluates it. */
const subtitleOf = (type: string, parameters: INodeParameters): unknown => {
	const nodeType = engine.types.nodes.get(type) as INodeType;
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) } as unknown as INodeTypes;
	const node = { id: 'a', name: 'A', type, typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(workflow.nodes.A!, nodeType.description.subtitle!, 'internal', {});
};

describe('The subtitle', () => {
	it.each<readonly [string, INodeParameters, string]>([
		['mediaOperations', {}, 'Get: Work Order'],
		['mediaOperations', { operation: 'getMany' }, 'Get many: Work Order'],
		['mediaOperations', { resource: 'job', operation: 'upsert' }, 'Create or update: Job'],
		['mediaOperations', { resource: 'bidVersion', operation: 'changeApproval' }, 'Change approval: Bid Version'],
		['mediaOperations', { resource: 'anyDocument', documentName: 'JmNote', operation: 'get', findBy: 'keys' }, 'Look up: JmNote'],
		[
			'mediaOperations',
			{ resource: 'anyDocument', documentName: { __rl: true, mode: 'list', value: 'JmNote' }, operation: 'get' },
			'Get: JmNote',
		],
		['mediaOperations', { resource: 'job', operation: 'getMany', output: 'count' }, 'Count: Job'],
		['mediaOperations', { resource: 'job', operation: 'getMany', output: 'deleted' }, 'Find deleted: Job'],
		['mediaOperations', { resource: 'job', operation: 'update', applyTo: 'matching' }, 'Update many: Job'],
		['mediaOperations', { resource: 'setupRecord', document: 'rateCard', operation: 'getMany' }, 'Get many: Rate Card'],
		['mediaOperationsPollTrigger', { triggerOn: 'new', resource: 'setupRecord', document: 'orderType' }, 'New: Order Type'],
		['mediaOperationsVoidOrder', { resource: 'mediaOrder' }, 'Void: Media Order'],
		['mediaOperationsLoadTemplate', { operation: 'load' }, 'Load: Work Order'],
		['mediaOperationsUploadAttachment', { operation: 'getMany', resource: 'otherDocument' }, 'Get many: Other Document'],
		['mediaOperationsActualize', {}, 'Actualize: Work Order'],
		['mediaOperationsActualize', { actualize: 'none' }, 'Store actuals: Work Order'],
		['mediaOperationsPostBatch', {}, 'Post: Time Card Batch'],
		['mediaOperationsPostBatch', { batches: 'several' }, 'Post: Time Card Batches'],
		['mediaOperationsPollTrigger', { triggerOn: 'newOrChanged', resource: 'job' }, 'New or changed: Job'],
		['mediaOperationsTrigger', {}, 'All events: All Documents'],
		['mediaOperationsTrigger', { events: ['created', 'updated'], documents: ['JmJob'] }, 'Created, updated: JmJob'],
	])('of %s with %j contains the operation or event and the document', (type, parameters, subtitle) => {
		expect(subtitleOf(type, parameters)).toBe(subtitle);
	});

	it('shows every document by its label', () => {
		const shown = PANEL_DOCUMENTS.map((entry) =>
			subtitleOf('mediaOperations', { ...resourceParameters(entry.resource), operation: operationsOf(entry)[0]! }),
		);
		expect(shown.map((subtitle) => String(subtitle).split(': ')[1])).toEqual(PANEL_DOCUMENTS.map(({ label }) => label));
	});
});
