import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { loadPackage } from '../../../workshop/engine/packageTypes';
import { everyParameter } from '../../support/parameters';

const ROOT = path.resolve(__dirname, '../../..');
const { nodes } = loadPackage('sources');
const isTrigger = ({ description }: INodeType): boolean => description.group.includes('trigger');
const TRIGGERS = [...nodes].flatMap(([name, type]) => (isTrigger(type as INodeType) ? [name] : []));
/** Every action node except the generic one. Triggers are excluded by group, because a trigger can have `execute` too. */
const ACTIONS = [...nodes.keys()].filter((name) => name !== 'mediaOperations' && !TRIGGERS.includes(name));
const nodeNamed = (name: string): INodeType => nodes.get(name) as INodeType;

const withNode = (name: string, parameters: INodeParameters): { workflow: Workflow; node: INode } => {
	const type = nodeNamed(name);
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) } as unknown as INodeTypes;
	const workflow = new Workflow({
		nodes: [{ id: '1', name: 'Node', type: name, typeVersion: 1, position: [0, 0], parameters }],
		connections: {},
		active: false,
		nodeTypes,
	});
	return { workflow, node: workflow.nodes.Node as INode };
};

const shownFor = (name: string, parameters: INodeParameters): string[] => {
	const { node } = withNode(name, parameters);
	const { description } = nodeNamed(name);
	return description.properties
		.filter((property) => property.type !== 'hidden' && NodeHelpers.displayParameter(node.parameters, property, node, description))
		.map(({ displayName }) => displayName);
};

/** The editor evaluates the conditions of hints against the node's parameters before a run. */
const hintsFor = (name: string, parameters: INodeParameters): string[] => {
	const { workflow, node } = withNode(name, parameters);
	return (nodeNamed(name).description.hints ?? []).flatMap(({ message, whenToDisplay, displayCondition = '' }) =>
		whenToDisplay === 'beforeExecution' && workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}) === true
			? [message]
			: [],
	);
};

describe.each(ACTIONS)('The action node %s', (name) => {
	const { description, methods } = nodeNamed(name);
	const all = everyParameter(description.properties);

	it('has the same authentication as the generic node, is available as a tool, and is registered with search aliases', () => {
		const generic = nodeNamed('mediaOperations').description;
		expect(description.credentials).toEqual(generic.credentials);
		expect(description.properties[0]).toEqual(generic.properties[0]);
		expect(description).toMatchObject({ usableAsTool: true, subtitle: expect.stringContaining('$parameter') });
		const file = `${name[0]!.toUpperCase()}${name.slice(1)}`;
		const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { n8n: { nodes: string[] } };
		expect(n8n.nodes).toContain(`dist/nodes/${file}/${file}.node.js`);
		const codex = path.join(ROOT, 'nodes', file, `${file}.node.json`);
		expect(existsSync(codex)).toBe(true);
		expect(JSON.parse(readFileSync(codex, 'utf8'))).toMatchObject({
			node: `n8n-nodes-media-operations.${name}`,
			alias: expect.arrayContaining([expect.any(String)]),
		});
	});

	it('has the common options, sorted by label, and the Preview option', () => {
		const collections = description.properties.filter(({ type }) => type === 'collection');
		for (const { options } of collections) {
			const names = (options as INodeProperties[]).map(({ name: option }) => option);
			expect(names).toEqual(
				expect.arrayContaining(['divisionCode', 'extraHeaders', 'extraParameters', 'timeout', 'maxAttempts', 'concurrency']),
			);
			const labels = (options as INodeProperties[]).map(({ displayName }) => displayName);
			expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'en')));
		}
		expect(all.some(({ name: option }) => option === 'preview')).toBe(true);
	});

	it('has exactly the search methods that its lists use', () => {
		const searched = all.flatMap(({ modes = [] }) => modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []));
		expect(new Set(searched)).toEqual(new Set(Object.keys(methods?.listSearch ?? {})));
	});

	it('has a different action label for each operation', () => {
		const actions = all
			.filter(({ name: parameter }) => parameter === 'operation')
			.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action));
		expect(new Set(actions).size).toBe(actions.length);
	});
});

describe('The package', () => {
	it('has two trigger nodes, which have no input and cannot be used as tools', () => {
		expect(TRIGGERS.sort()).toEqual(['mediaOperationsPollTrigger', 'mediaOperationsTrigger']);
		for (const name of TRIGGERS) {
			expect(nodeNamed(name).description).toMatchObject({ group: ['trigger'], inputs: [] });
			expect(nodeNamed(name).description).not.toHaveProperty('usableAsTool');
		}
	});

	it('contains only trigger nodes, action nodes and the generic node', () => {
		expect([...TRIGGERS, ...ACTIONS, 'mediaOperations'].sort()).toEqual([...nodes.keys()].sort());
		expect(ACTIONS).toHaveLength(5);
	});
});

describe('The editor', () => {
	it.each<[string, INodeParameters, string[]]>([
		['mediaOperationsVoidOrder', {}, ['Authentication', 'Resource', 'Operation', 'Work Order', 'Void Reason', 'Options']],
		[
			'mediaOperationsVoidOrder',
			{ resource: 'mediaOrder', operation: 'unVoid' },
			['Authentication', 'Resource', 'Operation', 'Media Order', 'Options'],
		],
		[
			'mediaOperationsActualize',
			{},
			['Authentication', 'Resource', 'Work Order', 'Specify Details', 'Details', 'Transactions to Actualize', 'Update Phase', 'Options'],
		],
		[
			'mediaOperationsActualize',
			{ detailsMode: 'json', actualize: 'none' },
			['Authentication', 'Resource', 'Work Order', 'Specify Details', 'Details (JSON)', 'Transactions to Actualize', 'Options'],
		],
		[
			'mediaOperations',
			{ resource: 'job', operation: 'update', inputMode: 'file' },
			[
				'Authentication',
				'Resource',
				'Operation',
				'Input',
				'Input Binary Field',
				'Validate First',
				'Key Field Name or ID',
				'Columns',
				'Import Options',
				'Options',
			],
		],
		[
			'mediaOperations',
			{ resource: 'job', operation: 'getMany', output: 'deleted', keysFrom: 'file' },
			[
				'Authentication',
				'Resource',
				'Operation',
				'Find Records By',
				'All conditions must match. Use different operators if you filter the same field twice.',
				'Conditions',
				'Output',
				'The site does not show which records were deleted. The node reads the keys of all records and outputs any of your keys that no longer exist. It looks up each missing key again before reporting it as deleted.',
				'Keys From',
				'Input Binary Field',
				'Key Column',
				'Key Field Name or ID',
				'Max Deleted Records',
				'Options',
			],
		],
		['mediaOperationsPostBatch', {}, ['Authentication', 'Batches to Post', 'Time Card Batch', 'Options']],
		['mediaOperationsPostBatch', { batches: 'numbers' }, ['Authentication', 'Batches to Post', 'Batch Numbers', 'Options']],
		[
			'mediaOperationsLoadTemplate',
			{},
			[
				'Authentication',
				'Resource',
				'Operation',
				'Template',
				'Load Child Templates',
				'Specify Fields',
				'Fields',
				'Fields by Search',
				'Sub-Table Rows',
				'Options',
			],
		],
		[
			'mediaOperationsLoadTemplate',
			{ operation: 'load' },
			['Authentication', 'Resource', 'Operation', 'Work Order', 'Template', 'Load Child Templates', 'Existing Transactions', 'Options'],
		],
		[
			'mediaOperationsLoadTemplate',
			{ resource: 'transmissionOrder', operation: 'load' },
			['Authentication', 'Resource', 'Operation', 'Transmission Order', 'Template Type', 'Service Template Names or IDs', 'Options'],
		],
		[
			'mediaOperationsUploadAttachment',
			{},
			['Authentication', 'Resource', 'Operation', 'Work Order', 'Files to Upload', 'Input Binary Fields', 'Options'],
		],
		[
			'mediaOperationsUploadAttachment',
			{ resource: 'mediaOrder', files: 'all' },
			['Authentication', 'Resource', 'Operation', 'Media Order', 'Document Number', 'Files to Upload', 'Options'],
		],
		[
			'mediaOperationsUploadAttachment',
			{ resource: 'otherDocument', operation: 'delete' },
			['Authentication', 'Resource', 'Operation', 'Document Number', 'Record Key', 'Attachment', 'Options'],
		],
		[
			'mediaOperationsUploadAttachment',
			{ operation: 'getMany' },
			['Authentication', 'Resource', 'Operation', 'Work Order', 'Return All', 'Limit', 'Options'],
		],
	])('shows only the applicable parameters of %s for the values %j', (name, parameters, labels) => {
		expect(shownFor(name, parameters)).toEqual(labels);
	});
});

const TO_PREVIEW = "Turn on the 'Preview' option to see the requests without sending them.";

describe('The hints before a run', () => {
	it.each<[string, INodeParameters, string]>([
		['mediaOperationsPostBatch', {}, 'The API cannot undo posting.'],
		['mediaOperationsActualize', {}, 'The API cannot undo actualizing.'],
		['mediaOperationsActualize', { actualize: 'none' }, TO_PREVIEW],
		['mediaOperationsLoadTemplate', { operation: 'load', loadOption: 'replace' }, "The template replaces the order's transactions."],
		['mediaOperationsLoadTemplate', { operation: 'load', loadOption: 'append' }, TO_PREVIEW],
		['mediaOperationsUploadAttachment', { operation: 'delete' }, 'A deleted attachment cannot be restored.'],
		['mediaOperationsUploadAttachment', {}, TO_PREVIEW],
		['mediaOperationsVoidOrder', {}, TO_PREVIEW],
		['mediaOperationsVoidOrder', { operation: 'unVoid' }, TO_PREVIEW],
	])('of %s with the values %j contain "%s", and are not shown if Preview is on', (name, parameters, words) => {
		expect(hintsFor(name, parameters)).toEqual([expect.stringContaining(words)]);
		expect(hintsFor(name, { ...parameters, options: { preview: true } })).toEqual([]);
	});

	it('of Upload Attachment are not shown if the operation only reads', () => {
		expect(hintsFor('mediaOperationsUploadAttachment', { operation: 'getMany' })).toEqual([]);
	});
});
