import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type {
	ICredentialType,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { createEngine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { OPERATIONS } from '../faults/operations';
import { NODE_USES } from '../support/everyNode';
import { everyParameter } from '../support/parameters';

const ROOT = path.resolve(__dirname, '../..');
const { nodes, credentials } = loadPackage('sources');
const all: Array<[name: string, node: INodeType]> = [...nodes];
const isTrigger = ({ description }: INodeType): boolean => description.group.includes('trigger');
const triggers = all.filter(([, node]) => isTrigger(node));
const actions = all.filter(([, node]) => !isTrigger(node));

const choicesOf = ({ type, options }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? ((options ?? []) as INodePropertyOptions[]) : [];
const inOrder = (words: readonly string[]): string[] => [...words].sort((one, other) => one.localeCompare(other, 'en'));
/** Words that may be lower case in a title, unless they come first. */
const SMALL = /^(a|an|and|as|at|but|by|for|from|if|in|into|of|off|on|or|per|the|to|up|via|with|before|after|than|which|it)$/;
const isTitle = (words: string): boolean =>
	words.split(/[\s/–-]+/).every((word, index) => (index === 0 ? /^[^a-z]/.test(word) : /^[^a-z]/.test(word) || SMALL.test(word)));
/** The maximum length of a label: the editor cuts off longer ones. */
const MAX_LABEL = 30;
const HARSH = /\b(error|problem|failure|mistake)\b/i;
const icons = all.map(([, { description }]) => JSON.stringify(description.icon));
const isIcon = (icon: unknown): icon is { light: string; dark: string } =>
	typeof icon === 'object' && icon !== null && 'light' in icon && 'dark' in icon;

describe.each(all)('The node %s', (name, { description }) => {
	const parameters = everyParameter(description.properties);

	it('has icon files for the light and the dark theme, a subtitle, and a description', () => {
		const { icon, subtitle, description: words } = description;
		if (!isIcon(icon)) throw new Error('The icon has no light and dark form.');
		expect(icon.light).not.toBe(icon.dark);
		expect(icons.filter((other) => other === JSON.stringify(icon))).toHaveLength(1);
		const folder = `${name[0]!.toUpperCase()}${name.slice(1)}`;
		for (const file of [icon.light, icon.dark]) expect(existsSync(path.join(ROOT, 'nodes', folder, file.replace(/^file:/, '')))).toBe(true);
		expect(subtitle).toMatch(/^=\{\{.*\}\}$/);
		expect(words).toMatch(/^[A-Z].*[^.]$/);
	});

	it('has parameter and option names in Title Case with at most 30 characters', () => {
		const names = parameters
			.filter(({ type }) => type !== 'notice' && type !== 'hidden')
			.flatMap((property) => [
				property.displayName,
				...choicesOf(property).map((choice) => choice.name),
				...(property.type === 'fixedCollection'
					? (property.options as { displayName: string }[]).map(({ displayName }) => displayName)
					: []),
				...(property.modes ?? []).map(({ displayName }) => displayName),
			]);
		expect([...new Set(names)].filter((words) => !isTitle(words) || HARSH.test(words) || words.length > MAX_LABEL)).toEqual([]);
	});

	it('has the text of a notice in displayName, which n8n shows, and not in its description', () => {
		const notices = parameters.filter(({ type }) => type === 'notice');
		expect(notices.filter(({ displayName, description: words }) => !/[.>]$/.test(displayName) || words !== undefined)).toEqual([]);
	});

	it('has no display condition on a missing parameter, because n8n 1 would not run the node', () => {
		const names = description.properties.map((property) => property.name);
		const missing = description.properties.flatMap(({ displayOptions }) =>
			[...Object.keys(displayOptions?.show ?? {}), ...Object.keys(displayOptions?.hide ?? {})].filter(
				(condition) => !/^[@/]/.test(condition) && !names.includes(condition),
			),
		);
		expect(missing).toEqual([]);
	});

	it('has no parameter with a name that n8n itself uses', () => {
		expect(
			parameters
				.map(({ name: parameter }) => parameter)
				.filter((each) => ['field', 'allowedDomains', 'allowedHttpRequestDomains'].includes(each)),
		).toEqual([]);
	});

	it('has descriptions that start with a capital letter, have no period after a single sentence, and avoid words such as "error"; examples start with "e.g.", and switches with "Whether"', () => {
		const described = parameters
			.flatMap((property) => [property.description, property.hint, ...choicesOf(property).map(({ description: words }) => words)])
			.filter((words): words is string => Boolean(words));
		expect(described.filter((words) => !/^[^a-z]/.test(words))).toEqual([]);
		expect(described.filter((words) => /^[^.]*\.$/.test(words))).toEqual([]);
		expect(described.filter((words) => HARSH.test(words))).toEqual([]);
		expect(
			parameters
				.filter(({ type, description: words = '' }) => type === 'boolean' && !words.startsWith('Whether '))
				.map(({ name: parameter }) => parameter),
		).toEqual([]);
		const examples = parameters.flatMap(({ type, placeholder, modes = [] }) => [
			...(['string', 'number', 'json', 'dateTime'].includes(type) ? [placeholder] : []),
			...modes.filter(({ type: kind }) => kind === 'string').map((mode) => mode.placeholder),
		]);
		expect(examples.filter((words) => words && !words.startsWith('e.g. '))).toEqual([]);
	});

	it('has optional fields in alphabetical order', () => {
		const unordered = parameters
			.filter(({ type }) => type === 'collection')
			.map(({ options }) => (options as INodeProperties[]).map(({ displayName }) => displayName))
			.filter((labels) => labels.join() !== inOrder(labels).join());
		expect(unordered).toEqual([]);
	});

	it('lists the authentication first, then the resource, then the operation', () => {
		const shown = description.properties.filter(({ type }) => type !== 'notice' && type !== 'hidden');
		const names = shown.map(({ name: parameter }) => parameter);
		// The trigger does not sign in: its webhook authenticates the caller.
		if (name !== 'mediaOperationsTrigger') expect(names[0]).toBe('authentication');
		if (names.includes('operation') && names.includes('resource'))
			expect(names.indexOf('resource')).toBeLessThan(names.indexOf('operation'));
		for (const property of shown.filter(({ name: parameter }) => ['authentication', 'resource', 'operation'].includes(parameter)))
			expect(property).toMatchObject({ type: 'options', noDataExpression: true });
	});

	it("uses n8n's names for operations, and has an action label for each", () => {
		const usual: Record<string, string> = {
			create: 'Create',
			delete: 'Delete',
			get: 'Get',
			getMany: 'Get Many',
			update: 'Update',
			upsert: 'Create or Update',
		};
		for (const choice of description.properties.filter(({ name: parameter }) => parameter === 'operation').flatMap(choicesOf)) {
			if (usual[String(choice.value)]) expect(choice.name).toMatch(new RegExp(`^${usual[String(choice.value)]}`));
			expect(Object.values(usual).includes(choice.name) ? usual[String(choice.value)] : choice.name).toBe(choice.name);
			expect(choice.action).toMatch(/^[A-Z][^A-Z]*/);
			expect(choice.description).toBeTruthy();
		}
	});

	it('offers the list as the first way to choose a record, and at least one other way', () => {
		for (const { name: parameter, modes = [], default: initial } of parameters.filter(({ type }) => type === 'resourceLocator')) {
			const kinds = modes.map(({ type }) => type);
			if (kinds.includes('list')) expect(modes[0]).toMatchObject({ type: 'list', displayName: 'From List' });
			expect(kinds).toContain('string');
			// The list of recently used document names is empty at first.
			const initialMode = parameter === 'documentName' ? 'name' : modes[0]?.name;
			expect((initial as { mode: string }).mode).toBe(initialMode);
		}
	});

	it('uses only the credentials of this package', () => {
		for (const { name: type } of description.credentials ?? []) expect([...credentials.keys()]).toContain(type);
	});

	it('has a codex file with categories, search aliases and documentation links', () => {
		const folder = `${name[0]!.toUpperCase()}${name.slice(1)}`;
		const codex = JSON.parse(readFileSync(path.join(ROOT, 'nodes', folder, `${folder}.node.json`), 'utf8')) as {
			node: string;
			categories: string[];
			alias: string[];
			resources: { primaryDocumentation: Array<{ url: string }> };
		};
		expect(codex.node).toBe(`n8n-nodes-media-operations.${name}`);
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(codex.alias.length).toBeGreaterThan(2);
		expect(codex.resources.primaryDocumentation).toEqual([{ url: expect.stringMatching(/^https:\/\//) }]);
	});
});

describe.each(actions)('The node %s, which is not a trigger,', (_name, { description }) => {
	it('can be used by an agent, and has one input and one output', () => {
		expect(description).toMatchObject({
			usableAsTool: true,
			group: [expect.not.stringContaining('trigger')],
			inputs: ['main'],
			outputs: ['main'],
		});
	});
});

describe.each(triggers)('The node %s', (name, node) => {
	it('is described as a polling or webhook trigger without an input, and cannot be a tool', () => {
		expect(name).toMatch(/Trigger$/);
		const { description }: { description: INodeTypeDescription } = node;
		expect(description).toMatchObject({ group: ['trigger'], inputs: [], outputs: ['main'] });
		expect(description.displayName).toMatch(/ Trigger$/);
		expect(description.usableAsTool).toBeUndefined();
		if (description.webhooks === undefined) expect(description.polling).toBe(true);
		else
			expect(Object.values(node.webhookMethods ?? {}).map((methods) => Object.keys(methods).sort())).toEqual([
				['checkExists', 'create', 'delete'],
			]);
	});
});

/** The secrets of each credential; those of OAuth 2 are in n8n's own fields. */
const SECRETS: Record<string, string[]> = {
	mediaOperationsBasicApi: ['password'],
	mediaOperationsEventsApi: ['apiKey', 'password'],
	mediaOperationsJwtApi: ['password', 'sessionToken', 'tokenDigest'],
	mediaOperationsOAuth2Api: [],
};

describe.each<[string, ICredentialType]>([...credentials])('The credential %s', (name, credential) => {
	it('is named as n8n requires, has an icon, and links to its documentation', () => {
		expect(name).toMatch(/Api$/);
		expect(credential.constructor.name).toBe(`${name[0]!.toUpperCase()}${name.slice(1)}`);
		expect(credential.displayName).toMatch(/ API$/);
		expect(isIcon(credential.icon) && credential.icon.light !== credential.icon.dark).toBe(true);
		expect(credential.documentationUrl).toMatch(/^https:\/\//);
	});

	it('has a password field for each secret, and for each value whose name suggests a secret', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password === true).map(({ name: field }) => field);
		const called = credential.properties
			.filter(
				({ name: field, type }) =>
					['string', 'hidden'].includes(type) && /password|secret|token|apiKey/i.test(field) && !/url|path|name|prefix|place/i.test(field),
			)
			.map(({ name: field }) => field);
		expect([hidden.sort(), called.sort()]).toEqual([SECRETS[name], SECRETS[name]]);
	});

	it("labels its fields in Title Case, and starts switches with 'Whether' and placeholders with 'e.g.'", () => {
		expect(
			everyParameter(credential.properties)
				.filter(({ type }) => type !== 'notice')
				.flatMap((property) => [property.displayName, ...choicesOf(property).map((choice) => choice.name)])
				.filter((words) => !isTitle(words) || words.length > MAX_LABEL),
		).toEqual([]);
		expect(
			everyParameter(credential.properties)
				.filter(({ type, description: words = '' }) => type === 'boolean' && !words.startsWith('Whether '))
				.map(({ name: field }) => field),
		).toEqual([]);
		expect(
			everyParameter(credential.properties)
				.filter(({ type, placeholder }) => type === 'string' && placeholder && !placeholder.startsWith('e.g. '))
				.map(({ name: field }) => field),
		).toEqual([]);
	});

	it("shows the settings after 'Advanced Settings' only if that switch is on", () => {
		const advanced = credential.properties.findIndex(({ name: field }) => field === 'advancedSettings');
		const later = advanced < 0 ? [] : credential.properties.slice(advanced + 1).filter(({ type }) => type !== 'hidden');
		expect(advanced < 0).toBe(name === 'mediaOperationsEventsApi');
		expect(later.filter(({ displayOptions }) => displayOptions?.show?.advancedSettings === undefined)).toEqual([]);
	});

	it('has a connection test, unless it only authenticates incoming events', () => {
		// The sender of events authenticates to n8n with this credential, so no request can test it.
		expect(credential.test !== undefined).toBe(name !== 'mediaOperationsEventsApi');
	});
});

it.each(all)(
	'%s refers to nested parameters by their path from the root, because otherwise n8n 1 does not activate the workflow',
	(_name, { description }) => {
		const names = everyParameter(description.properties).flatMap(({ displayOptions }) =>
			Object.values(displayOptions ?? {}).flatMap((rule) => Object.keys(rule as object)),
		);
		expect(names.filter((name) => name.includes('.') && !name.startsWith('/'))).toEqual([]);
	},
);

const byKey = (mode: string, value: string) => ({ __rl: true, mode, value });
/** The minimum parameters that each node needs to reach its first request. */
const LEAST: Record<string, INodeParameters> = {
	mediaOperations: { resource: 'job', operation: 'get', record: byKey('job_no', '1') as never },
	mediaOperationsActualize: {
		resource: 'workOrder',
		record: byKey('wo_no_seq', '1-1') as never,
		details: { detail: [{ action: 'I', units: 1, transactions: '7' }] },
	},
	mediaOperationsLoadTemplate: {
		resource: 'workOrder',
		operation: 'create',
		template: byKey('number', '15') as never,
		fieldsMode: 'json',
		fieldsJson: '{"wo_desc": "A"}',
	},
	mediaOperationsPostBatch: { record: byKey('batch_no', '1') as never },
	mediaOperationsUploadAttachment: { resource: 'workOrder', operation: 'getMany', record: byKey('wo_no_seq', '1-1') as never },
	mediaOperationsVoidOrder: { resource: 'workOrder', operation: 'unVoid', record: byKey('wo_no_seq', '1-1') as never },
};

describe('With On Error set to Continue,', () => {
	it.each(actions.map(([name]) => name))('%s returns an item for each input item, linked to it', async (name) => {
		const engine = await createEngine(loadPackage('sources'));
		const { output, error } = await engine.run({
			node: name,
			parameters: { authentication: 'basic', ...LEAST[name], options: { maxAttempts: 1 } },
			credentials: { mediaOperationsBasicApi: { baseUrl: 'http://127.0.0.1:1/api/v2/database/DEMO', username: 'demo', password: 'demo' } },
			input: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
		});
		expect(error).toBeNull();
		expect(output[0]!.map(({ json, pairedItem }) => [typeof json.error, pairedItem])).toEqual([
			['string', { item: 0 }],
			['string', { item: 1 }],
		]);
		expect(output[0]!.map(({ json }) => String(json.error)).filter((words) => HARSH.test(words))).toEqual([]);
	});
});

describe('Every action node', () => {
	it.each([
		['is tested for leaked secrets (test/support/everyNode.ts)', NODE_USES.map(([node]) => node)],
		['is tested with faults (test/faults/operations.ts)', OPERATIONS.map(({ node }) => node)],
	])('%s', (_what, named) => {
		expect(actions.map(([name]) => name).filter((name) => !named.includes(name))).toEqual([]);
	});
});

it.each(all)(
	'%s uses no regular expression in its display conditions, because n8n aborts regular expressions on a busy machine',
	(_name, { description }) => {
		const conditions = everyParameter(description.properties).map(({ displayOptions }) => JSON.stringify(displayOptions ?? {}));
		expect(conditions.filter((text) => text.includes('"regex"'))).toEqual([]);
	},
);
