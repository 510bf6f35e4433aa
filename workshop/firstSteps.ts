import type { INode } from 'n8n-workflow';
import { itemsOf } from './editor/rest';
import type { Execution, WorkflowFile } from './editor/rest';

/** The effect that a node had on records in one execution. */
export interface StepResult {
	node: string;
	signedInWith: string;
	created: number;
	found: number;
	changed: number;
	deleted: number;
	seconds: number;
}

type Count = 'created' | 'found' | 'changed' | 'deleted';

/** The effect of each operation on records. */
const countOf: Readonly<Record<string, Count>> = {
	create: 'created',
	get: 'found',
	getMany: 'found',
	getAll: 'found',
	update: 'changed',
	delete: 'deleted',
};

const isOurs = (node: INode) => node.type.startsWith('n8n-nodes-media-operations.');

/** Whether an item reports a success. An item that failed contains `error`, and a delete that succeeded outputs `deleted: true`. */
const succeeded = (count: Count, json: Record<string, unknown>) => !('error' in json) && (count !== 'deleted' || json.deleted === true);

/** The results of the Media Operations nodes in the workflow, in the order in which they ran. */
export function resultsOf(workflow: WorkflowFile, execution: Execution): StepResult[] {
	const { runData } = execution.data.resultData;
	const startOf = ({ name }: INode) => runData[name]?.[0]?.startTime ?? Infinity;
	return workflow.nodes
		.filter(isOurs)
		.sort((one, other) => startOf(one) - startOf(other))
		.map((node) => {
			const count = countOf[String(node.parameters.operation)];
			if (!count) throw new Error(`The operation of '${node.name}' (${String(node.parameters.operation)}) has no column in the table.`);
			const result = {
				node: node.name,
				signedInWith: Object.values(node.credentials ?? {})[0]?.name ?? '',
				created: 0,
				found: 0,
				changed: 0,
				deleted: 0,
				seconds: 0,
			};
			result[count] = itemsOf(execution, node.name).filter(({ json }) => succeeded(count, json)).length;
			result.seconds = (runData[node.name] ?? []).reduce((sum, { executionTime }) => sum + executionTime, 0) / 1000;
			return result;
		});
}

/** The nodes that processed no record. */
export const idle = (results: StepResult[]): string[] =>
	results.filter(({ created, found, changed, deleted }) => created + found + changed + deleted === 0).map(({ node }) => node);

/** The rows of the table that `npm start` prints. */
export function rowsOf(results: StepResult[]): string[][] {
	const cell = (count: number) => (count === 0 ? '·' : String(count));
	return results.map((row) => [
		row.node,
		row.signedInWith,
		cell(row.created),
		cell(row.found),
		cell(row.changed),
		cell(row.deleted),
		row.seconds.toFixed(2),
	]);
}

export const head = ['step', 'signed in with', 'created', 'found', 'changed', 'deleted', 'seconds'];
