import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';

import { createEngine, type Engine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';

let engine: Engine;
let sandbox: SandboxProcess;
beforeAll(async () => {
	const types = loadPackage('sources');
	// n8n makes such a twin of every node that can be a tool.
	const node = types.nodes.get('mediaOperations')!;
	const twin = Object.create(node, { description: { value: { ...node.description, name: 'mediaOperationsTool' } } }) as INodeType;
	engine = await createEngine({ ...types, nodes: new Map([...types.nodes, ['mediaOperationsTool', twin]]) });
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.control.clearJournal());
afterAll(() => sandbox.stop());

const rows = async (parameters: INodeParameters, node = 'mediaOperationsTool'): Promise<Record<string, unknown>[]> => {
	const { error, output } = await engine.run({ node, parameters, credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } } });
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};
const job = (number: number): INodeParameters => ({ resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: number } as never });

describe('As a tool of a model, the node', () => {
	it('gives ten records where nobody says otherwise, with what has a value only', async () => {
		const found = await rows({ resource: 'job', operation: 'getMany' });
		expect(found).toHaveLength(10);
		for (const record of found) {
			expect(record).toHaveProperty('job_no');
			for (const value of Object.values(record)) expect(typeof value === 'object' || value === '').toBe(false);
		}
		expect((await sandbox.control.journal({ document: 'JmJobList' })).entries[0]?.query).toMatchObject({ nullvaluehandling: 'ignore', alternatekeyhandling: 'ignore' });
		expect(await rows({ resource: 'job', operation: 'getMany', toolLimit: 3 })).toHaveLength(3);
	});

	it('leaves out the rows of sub-tables, which can be hundreds', async () => {
		expect(await rows(job(4), 'mediaOperations')).toEqual([expect.objectContaining({ jm_episode: expect.any(Array) })]);
		expect((await rows(job(4)))[0]).not.toHaveProperty('jm_episode');
	});

	it('gives the selected fields, the key always among them', async () => {
		expect(await rows({ ...job(4), toolOutput: 'selected', toolFields: ['job_desc'] })).toEqual([{ job_no: 4, job_desc: expect.any(String) }]);
		expect((await rows({ resource: 'job', operation: 'getMany', toolLimit: 1, toolOutput: 'selected', toolFields: 'job_desc' }))[0]).toEqual({ job_no: expect.any(Number), job_desc: expect.any(String) });
	});

	it('gives the answer as it came where that is wanted', async () => {
		expect((await rows({ ...job(4), toolOutput: 'raw' }))[0]).toMatchObject({ job_no: { job_no: 4, external_key: null }, jm_episode: expect.any(Array) });
	});

	it('gives the rows of a sub-table that was asked for', async () => {
		const episodes = await rows({ ...job(4), subTables: { step: [{ table: 'jm_episode' }] } });
		expect(episodes.length).toBeGreaterThan(0);
		expect(episodes[0]).toHaveProperty('episode_no');
	});

	it('has no two parameters of one label in its panel, and no file to give', () => {
		const description = engine.types.nodes.get('mediaOperationsTool')!.description;
		for (const operation of ['get', 'getMany', 'lookUp', 'create', 'update', 'updateMany', 'upsert', 'delete']) {
			const values = { authentication: 'basic', resource: 'job', operation, output: 'file' };
			const shown = description.properties.filter((property) => property.type !== 'notice' && NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description)).map(({ displayName }) => displayName);
			expect(shown.filter((label, index) => shown.indexOf(label) < index)).toEqual([]);
			expect(shown).not.toContain('File Format');
		}
	});
});
