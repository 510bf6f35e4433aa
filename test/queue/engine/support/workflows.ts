import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential, WorkflowFile } from '../../../../workshop/editor/rest';

type Credentials = Record<string, StoredCredential>;

const packageName = 'n8n-nodes-media-operations';

const node = (name: string, type: string, parameters: INodeParameters, credentials: StoredCredential[], column: number): INode => ({
	id: randomUUID(),
	name,
	type: `${packageName}.${type}`,
	typeVersion: 1,
	position: [column * 220, 0],
	parameters,
	credentials: Object.fromEntries(credentials.map(({ id, name: title, type: kind }) => [kind, { id, name: title }])),
});

/** A workflow whose nodes run one after the other. */
const chained = (name: string, nodes: INode[]): WorkflowFile => ({
	name,
	nodes,
	connections: Object.fromEntries(
		nodes
			.slice(0, -1)
			.map((from, index) => [from.name, { main: [[{ node: (nodes[index + 1] as INode).name, type: 'main' as const, index: 0 }]] }]),
	),
	settings: { executionOrder: 'v1' },
});

const fields = (given: Record<string, string>) => ({
	entry: Object.entries(given).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })),
});

const begins = (fieldName: string, words: string) => ({ condition: [{ fieldName, operator: 'equals', value: `${words}%` }] });

const upsert = (authentication: string, resource: string, mode: string, value: string, given: Record<string, string>): INodeParameters => ({
	authentication,
	resource,
	operation: 'upsert',
	record: { __rl: true, mode, value },
	fieldsMode: 'list',
	fields: fields(given),
	options: {},
});

/**
 * The nodes that write the records for an order: a job with JWT, and a library asset with OAuth 2.
 * @param key an expression for the key of the order
 */
const writeBoth = (key: string, { mediaOperationsJwtApi: jwt, mediaOperationsOAuth2Api: oAuth2 }: Credentials): INode[] => [
	node(
		'Write Job',
		'mediaOperations',
		upsert('jwt', 'job', 'external_key', `=order-{{ ${key} }}`, { job_desc: `=Order {{ ${key} }}`, cust_id: '123' }),
		[jwt as StoredCredential],
		1,
	),
	node(
		'Write Asset',
		'mediaOperations',
		upsert('oAuth2', 'libraryAsset', 'barcode', `=order-{{ ${key} }}`, { master_desc: `=Order {{ ${key} }}`, asset_type_no: '1' }),
		[oAuth2 as StoredCredential],
		2,
	),
];

const writeProjectJob = ({ mediaOperationsJwtApi: jwt }: Credentials): INode =>
	node(
		'Write Job',
		'mediaOperations',
		upsert('jwt', 'job', 'external_key', '=project-{{ $json.project_no }}', { job_desc: '={{ $json.project_desc }}', cust_id: '123' }),
		[jwt as StoredCredential],
		1,
	);

/**
 * A workflow that runs for each event of a work order. It runs Create or Update for a job and for a library asset.
 * The external key of the job and the barcode of the asset contain the key of the order.
 * @param webhookId the ID in the workflow's URL: `/webhook/<webhookId>/events`
 */
export const onEvent = (name: string, webhookId: string, credentials: Credentials): WorkflowFile =>
	chained(name, [
		{
			...node(
				'Event',
				'mediaOperationsTrigger',
				{ senderSignIn: 'credential', documents: ['JmWorkOrder'] },
				[credentials.mediaOperationsEventsApi as StoredCredential],
				0,
			),
			webhookId,
		},
		...writeBoth("$('Event').item.json.id", credentials),
	]);

const builtIn = (name: string, type: string, column: number): INode => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [column * 220, 0],
	parameters: {},
});

/** The error workflow: n8n starts it for each failed execution of a workflow that names it in its settings. */
export const onTrouble = (name: string): WorkflowFile =>
	chained(name, [builtIn('Trouble', 'errorTrigger', 0), builtIn('Report', 'noOp', 1)]);

/**
 * The schedule of a workflow's polls: every ten seconds from a given second. n8n rejects a polling schedule that
 * runs more than once a minute, but a poll trigger can have several schedules.
 */
const everyTenSeconds = (from: number) => ({
	item: Array.from({ length: 6 }, (_, index) => ({ mode: 'custom', cronExpression: `${(from + index * 10) % 60} * * * * *` })),
});

/**
 * A workflow that polls for new projects whose description starts with a prefix, `chunk` projects per execution.
 * For each project, the workflow runs Create or Update for a job, by external key.
 */
export const onNewProjects = (name: string, words: string, chunk: number, second: number, credentials: Credentials): WorkflowFile =>
	chained(name, [
		node(
			'New Projects',
			'mediaOperationsPollTrigger',
			{
				authentication: 'jwt',
				resource: 'project',
				triggerOn: 'new',
				pollTimes: everyTenSeconds(second),
				queryMode: 'conditions',
				conditions: begins('project_desc', words),
				options: { recordsPerPoll: chunk },
			},
			[credentials.mediaOperationsJwtApi as StoredCredential],
			0,
		),
		writeProjectJob(credentials),
	]);

const getAll = (name: string, resource: string, field: string, words: string, { mediaOperationsJwtApi: jwt }: Credentials): INode =>
	node(
		name,
		'mediaOperations',
		{
			authentication: 'jwt',
			resource,
			operation: 'getMany',
			returnAll: true,
			queryMode: 'conditions',
			conditions: begins(field, words),
			options: {},
		},
		[jwt as StoredCredential],
		0,
	);

/** The sweep, which is started manually: it writes the records for all orders whose description starts with a prefix. */
export const sweepOrders = (name: string, words: string, credentials: Credentials): WorkflowFile =>
	chained(name, [
		builtIn('Start', 'manualTrigger', -1),
		getAll('Orders', 'workOrder', 'wo_desc', words, credentials),
		...writeBoth("$('Orders').item.json.wo_no_seq", credentials),
	]);

/** The same sweep for projects. */
export const sweepProjects = (name: string, words: string, credentials: Credentials): WorkflowFile =>
	chained(name, [
		builtIn('Start', 'manualTrigger', -1),
		getAll('Projects', 'project', 'project_desc', words, credentials),
		writeProjectJob(credentials),
	]);
