/**
 * Runs one large task with the package in a separate process, and prints the result and the growth of its memory:
 * `node --import tsx test/hostile/bigRun.ts <task> <origin of the site>`. `WORKS` lists the tasks.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { getMappedFields } from '../../bridge/panel/mappedFields';
import { createEngine, type Engine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { panelContext } from '../../workshop/engine/panel';
import { printAndExit, withRise } from '../support/memoryRun';

const MEGABYTE = 1024 * 1024;
const [what = '', site = ''] = process.argv.slice(2);
const BASIC = { mediaOperationsBasicApi: { baseUrl: `${site}/api/v2/database/DEMO`, username: 'demo', password: 'demo' } };
const JWT = { mediaOperationsJwtApi: { ...BASIC.mediaOperationsBasicApi } };
const OAUTH = {
	mediaOperationsOAuth2Api: {
		baseUrl: BASIC.mediaOperationsBasicApi.baseUrl,
		grantType: 'clientCredentials',
		accessTokenUrl: `${site}/oauth/token`,
		clientId: 'client',
		clientSecret: 'secret',
	},
};

/** The result of a run: its error or the size of its output. */
export interface TaskResult {
	readonly message?: string;
	readonly description?: string;
	readonly items?: number;
	readonly jobNo?: unknown;
	readonly notice?: string;
	readonly fields?: number;
}

const run = async (
	engine: Engine,
	parameters: INodeParameters,
	items: readonly IDataObject[] = [{}],
	credentials: object = BASIC,
): Promise<TaskResult> => {
	const [type] = Object.keys(credentials);
	const authentication = { mediaOperationsBasicApi: 'basic', mediaOperationsJwtApi: 'jwt', mediaOperationsOAuth2Api: 'oAuth2' }[type!]!;
	const { output, error } = await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication,
			resource: 'job',
			...parameters,
			options: { maxAttempts: 1, timeout: 20, ...(parameters.options as IDataObject) },
		} as never,
		credentials: credentials as never,
		input: items.map((json) => ({ json: json as never })),
	});
	return {
		...(error ? { message: error.message, description: error.description ?? '' } : {}),
		items: output[0]?.length ?? 0,
		jobNo: output[0]?.[0]?.json.job_no,
	};
};
const get = { operation: 'get', record: { __rl: true, mode: 'job_no', value: '12' } as never };
const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `key-${index}`);

const WORKS: Readonly<Record<string, (engine: Engine) => Promise<TaskResult>>> = {
	text: async (engine) =>
		await run(engine, { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ { job_desc: $json.text } }}' }, [
			{ text: 'ä'.repeat(5 * MEGABYTE) },
		]),
	fields: async (engine) =>
		await run(engine, { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}' }, [
			Object.fromEntries(keys(100_000).map((name) => [name, name])),
		]),
	deepBody: async (engine) =>
		await run(engine, {
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: `{"jm_episode": ${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}}`,
		}),
	deepQuery: async (engine) =>
		await run(engine, {
			operation: 'getMany',
			queryMode: 'json',
			queryJson: `{"job_no": ${'{"$in":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
		}),
	lookUpItems: async (engine) =>
		await run(
			engine,
			{ operation: 'get', findBy: 'keys', lookUpField: 'external_key', lookUpKey: '={{ $json.key }}' },
			keys(100_000).map((key) => ({ key })),
		),
	lookUpList: async (engine) =>
		await run(engine, { operation: 'get', findBy: 'keys', lookUpField: 'external_key', lookUpKey: '={{ $json.keys }}' }, [
			{ keys: keys(100_000) },
		]),
	conditionList: async (engine) =>
		await run(
			engine,
			{
				operation: 'getMany',
				returnAll: true,
				conditions: { condition: [{ fieldName: 'external_key', operator: 'in', values: '={{ $json.keys }}' }] } as never,
			},
			[{ keys: keys(100_000) }],
		),
	response: async (engine) => await run(engine, { operation: 'getMany' }),
	responseToCreate: async (engine) => await run(engine, { operation: 'create', fieldsMode: 'json', fieldsJson: '{"job_desc": "A"}' }),
	record: async (engine) => await run(engine, get),
	logIn: async (engine) => await run(engine, get, [{}], JWT),
	record401: async (engine) => await run(engine, get, [{}], OAUTH),
	definition: async (engine) => {
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: 'basic', fieldsMode: 'mapper', resource: 'job', operation: 'create' } as never,
			credentials: BASIC as never,
		});
		const { fields } = await getMappedFields.call(context);
		return { fields: fields.length, notice: String(fields.find(({ id }) => id === 'definition_notice')?.defaultValue ?? '') };
	},
};

printAndExit(async () => {
	const work = WORKS[what];
	if (work === undefined) throw new Error(`'${what}' is not one of ${Object.keys(WORKS).join(', ')}`);
	const engine = await createEngine(loadPackage('sources'));
	return await withRise(async () => await work(engine));
});
