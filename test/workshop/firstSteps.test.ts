import type { INode } from 'n8n-workflow';
import type { Execution, WorkflowFile } from '../../workshop/editor/rest';
import { idle, resultsOf, rowsOf } from '../../workshop/firstSteps';
import { table } from '../../workshop/steps';

const node = (name: string, operation: string, type = 'n8n-nodes-media-operations.mediaOperations') =>
	({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: { operation },
		credentials: { mediaOperationsBasicApi: { id: '1', name: 'Basic' } },
	}) as INode;

const ran = (startTime: number, ...items: Array<Record<string, unknown>>) => [
	{ startTime, executionTime: 120, executionIndex: 0, source: [], data: { main: [items.map((json) => ({ json }))] } },
];

const execution = (runData: Record<string, unknown>) =>
	({ id: '1', status: 'success', data: { resultData: { runData } } }) as unknown as Execution;

const workflow = (...nodes: INode[]): WorkflowFile => ({ name: 'w', nodes, connections: {} });

describe('The summary of the first example', () => {
	it('counts the items that each node returned, in the order in which the nodes ran', () => {
		const results = resultsOf(
			workflow(node('Delete', 'delete'), node('Find', 'getMany'), node('Start', '', 'n8n-nodes-base.manualTrigger')),
			execution({ Start: ran(1, {}), Find: ran(2, { job_no: 1 }, { job_no: 2 }), Delete: ran(3, { deleted: true }) }),
		);
		expect(rowsOf(results)).toEqual([
			['Find', 'Basic', '·', '2', '·', '·', '0.12'],
			['Delete', 'Basic', '·', '·', '·', '1', '0.12'],
		]);
		expect(idle(results)).toEqual([]);
	});

	it('does not count an item with an error, or a delete that deleted nothing', () => {
		const results = resultsOf(
			workflow(node('Create', 'create'), node('Delete', 'delete')),
			execution({ Create: ran(1, { error: 'refused' }), Delete: ran(2, { deleted: false }) }),
		);
		expect(idle(results)).toEqual(['Create', 'Delete']);
	});

	it('names a node that did not run', () => {
		expect(idle(resultsOf(workflow(node('Create', 'create')), execution({})))).toEqual(['Create']);
	});

	it('is rejected if an operation has no column in the table', () => {
		expect(() => resultsOf(workflow(node('Odd', 'dance')), execution({}))).toThrow("The operation of 'Odd' (dance) has no column");
	});

	it('is printed in columns', () => {
		expect(
			table(
				['step', 'with', 'made'],
				[
					['Create a job', 'JWT', '1'],
					['Find', 'Basic', '12'],
				],
			),
		).toBe(
			['  step          with   made', '  ────────────  ─────  ────', '  Create a job  JWT       1', '  Find          Basic    12'].join(
				'\n',
			),
		);
	});
});
