import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import type { N8nRest } from '../../workshop/editor/rest';
import { checkout } from '../../workshop/paths';
import { signedIn } from './support/site';

const manifest = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** The type name of the class in a file, as n8n derives it: the file has the same name as its class. */
const typeOf = (file: string) => lowerFirst(path.basename(file).split('.')[0] ?? '');

describe('n8n loads the packed package', () => {
	let rest: N8nRest;
	let nodes: INodeTypeDescription[];
	let credentials: Array<ICredentialType & { iconUrl?: unknown }>;

	beforeAll(async () => {
		rest = await signedIn();
		nodes = ((await (await rest.file('types/nodes.json')).json()) as INodeTypeDescription[]).filter(({ name }) =>
			name.startsWith(`${manifest.name}.`),
		);
		credentials = ((await (await rest.file('types/credentials.json')).json()) as ICredentialType[]).filter(({ name }) =>
			name.startsWith('mediaOperations'),
		);
	});

	it('with every node and credential that it lists', () => {
		const loaded = new Set(nodes.map(({ name }) => name.slice(manifest.name.length + 1)));
		expect(manifest.n8n.nodes.map(typeOf).filter((name) => !loaded.has(name))).toEqual([]);
		expect(credentials.map(({ name }) => name).sort()).toEqual(manifest.n8n.credentials.map(typeOf).sort());
	});

	it('and lets AI agents use every node except the triggers', () => {
		const loaded = nodes.map(({ name }) => name);
		const actions = manifest.n8n.nodes.map((file) => `${manifest.name}.${typeOf(file)}`).filter((name) => !name.endsWith('Trigger'));
		expect(actions.filter((name) => !loaded.includes(`${name}Tool`))).toEqual([]);
	});

	it('and serves every icon, light and dark', async () => {
		const urls = [...nodes, ...credentials].map(({ iconUrl }) => iconUrl as { light: string; dark: string });
		expect(urls.every(({ light, dark }) => light.endsWith('.svg') && dark.endsWith('.svg') && light !== dark)).toBe(true);
		for (const url of new Set(urls.flatMap(({ light, dark }) => [light, dark]))) {
			const response = await rest.file(url);
			expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, expect.stringContaining('image/svg')]);
		}
	});

	it('and serves the output schemas, so that the editor offers fields before the first run', async () => {
		const schema = async (node: string, name: string): Promise<unknown> => {
			const response = await rest.file(`schemas/${manifest.name}.mediaOperations${node}/1.0.0/${name}.json`);
			expect([name, response.status]).toEqual([name, 200]);
			return await response.json();
		};
		expect(await schema('', 'workOrder/get')).toMatchObject({
			type: 'object',
			properties: { wo_no_seq: { type: 'string' }, wo_type_desc: { type: 'string' }, jm_wo_transaction: { type: 'array' } },
		});
		expect(await schema('', 'setupRecord/getMany')).toHaveProperty('properties.cust_name');
		expect(await schema('Actualize', 'workOrder')).toHaveProperty('properties.actualized');
		expect(await schema('LoadTemplate', 'mediaOrder/load')).toHaveProperty('properties.updated');
		expect(await schema('PostBatch', 'timeCardBatch')).toHaveProperty('properties.date_posted');
		expect(await schema('UploadAttachment', 'job/upload')).toHaveProperty('properties.attachment_no');
		expect(await schema('VoidOrder', 'transmissionOrder/unVoid')).toHaveProperty('properties.voided');
	});

	it("and loads each node's codex file with its categories and search words", () => {
		const without = nodes
			.filter(({ name, codex }) => !name.endsWith('Tool') && !(codex?.categories?.length && codex.alias?.length))
			.map(({ name }) => name);
		expect(without).toEqual([]);
	});
});
