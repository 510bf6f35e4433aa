import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { genericProperties } from '../../bridge/properties';
import { PANEL_RESOURCES } from '../../bridge/properties/panelResources';
import { operationsWhere } from '../../bridge/properties/operations';
import { DOCUMENTS, SAVE_ARGUMENTS, type SaveArgument, type Verb } from '../../core/catalog';
import { loadPackage } from '../../workshop/engine/packageTypes';
import codex from '../../nodes/MediaOperations/MediaOperations.node.json';
import { everyParameter } from '../support/parameters';
import { readPages, tablesOf } from '../workshop/support/pages';

const GUIDE = 'docs/guides/media-operations.md';
const { nodes } = loadPackage('sources');
const description = nodes.get('mediaOperations')!.description;
const optionsOf = (property: INodeProperties): INodePropertyOptions[] => (property.options ?? []) as INodePropertyOptions[];
const named = (name: string): INodeProperties[] => genericProperties.filter((property) => property.name === name);
const shownFor = (property: INodeProperties, resource: string): boolean =>
	(property.displayOptions?.show?.resource ?? []).includes(resource);

const OF_VERBS: Readonly<Record<Verb, readonly string[]>> = {
	create: ['create'],
	delete: ['delete'],
	get: ['get'],
	list: ['getMany'],
	update: ['update'],
	updateMany: [],
	upsert: ['upsert'],
};
/** The operations of a document in addition to its verbs and its save arguments. Documents with a change date have Get Changed. */
const OF_DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
	BidVersion: ['getChanged'],
	JmJob: ['getChanged'],
	JmWorkOrder: ['getChanged'],
	LibMaster: ['getChanged'],
	MoMediaOrder: ['getChanged'],
	XmTransmissionOrder: ['getChanged'],
};
/** The operations that send a save argument of the document. */
const ofSaveArguments = (document: string): readonly string[] =>
	(SAVE_ARGUMENTS as readonly SaveArgument[])
		.filter(({ documents }) => documents.includes(document))
		.flatMap(({ name }) => operationsWhere(({ saveArgument }) => saveArgument === name));

describe('The parameters of the generic node', () => {
	it('offer the resources in alphabetical order: the site, and every document except attachments, which have a separate node', () => {
		const resources = optionsOf(named('resource')[0]!);
		expect(resources.map(({ value }) => value).sort()).toEqual(
			[...PANEL_RESOURCES.map(({ resource }) => resource), 'anyDocument', 'site'].sort(),
		);
		expect(resources.map(({ name }) => name)).toEqual(
			[...resources.map(({ name }) => name)].sort((one, other) => one.localeCompare(other, 'en')),
		);
		const documents = PANEL_RESOURCES.flatMap(({ entries }) => entries.map(({ name }) => name));
		expect(documents.sort()).toEqual(
			DOCUMENTS.filter(({ kind }) => kind !== 'attachments')
				.map(({ name }) => name)
				.sort(),
		);
	});

	it("offer the operations that each document's verbs and save arguments support, and name the resource in each action", () => {
		for (const { resource, label, labelPlural, entries } of PANEL_RESOURCES) {
			const operations = named('operation').filter((property) => shownFor(property, resource));
			expect(operations).toHaveLength(1);
			const options = optionsOf(operations[0]!);
			const expected = entries.flatMap(({ verbs, name }) => [
				...verbs.flatMap((verb) => OF_VERBS[verb]),
				...ofSaveArguments(name),
				...(OF_DOCUMENTS[name] ?? []),
			]);
			const place = {
				expectedIn: 'OF_VERBS and OF_DOCUMENTS of test/bridge/properties.test.ts',
				documents: entries.map(({ name }) => name),
			};
			expect({ ...place, offers: options.map(({ value }) => value).sort() }).toEqual({ ...place, offers: [...new Set(expected)].sort() });
			expect(options.map(({ value }) => value)).toContain(operations[0]!.default);
			for (const { action = '' } of options) expect(action).toMatch(new RegExp(`${label}|${labelPlural}`, 'i'));
		}
	});

	it('offer at most 100 actions in the node creator, which lists every operation of every resource', () => {
		const actions = named('operation').flatMap(optionsOf);
		expect(actions.every(({ action }) => action !== undefined)).toBe(true);
		expect(new Set(actions.map(({ action }) => action)).size).toBe(actions.length);
		const toDo = "Give the new document the kind 'setup' in core/catalog. See 'Add a document' in CONTRIBUTING.md";
		expect({ actions: Math.min(actions.length, 100), toDo }).toEqual({ actions: actions.length, toDo });
	});

	it('offer a choice of documents if several documents of the resource support the operation', () => {
		const documents = (resource: string, operation: string): unknown[] =>
			named('document')
				.filter((property) => shownFor(property, resource) && property.displayOptions?.show?.operation?.includes(operation))
				.flatMap((property) => optionsOf(property).map(({ value }) => value));
		expect(documents('setupRecord', 'getMany')).toEqual(expect.arrayContaining(['customer', 'contact', 'rateCard', 'template']));
		expect(documents('setupRecord', 'delete')).not.toContain('contact');
		expect(documents('title', 'create')).toEqual(['title', 'titleHierarchy']);
		expect(documents('title', 'getMany')).toEqual([]);
		expect(documents('libraryAsset', 'getMany')).toEqual(['libraryAsset', 'sessionAsset']);
	});

	it('let the user select a record from a list, by its keys or by its URL, in that order', () => {
		const job = named('record').find((property) => shownFor(property, 'job') && property.displayOptions?.show?.operation?.includes('get'));
		expect(job?.modes?.map(({ name }) => name)).toEqual(['list', 'job_no', 'external_key', 'url']);
		const asset = named('record').find(
			(property) => shownFor(property, 'libraryAsset') && property.displayOptions?.show?.operation?.includes('upsert'),
		);
		expect(asset?.modes?.map(({ name }) => name)).toEqual(['barcode', 'external_key', 'umid', 'master_no']);
	});

	it('never include two parameters with the same name that are shown at the same time', () => {
		const seen = new Map<string, INodeProperties[]>();
		for (const property of genericProperties) seen.set(property.name, [...(seen.get(property.name) ?? []), property]);
		for (const [name, alike] of seen) {
			if (alike.length === 1) continue;
			const places = alike.flatMap(({ displayOptions }) =>
				(displayOptions?.show?.resource ?? []).flatMap((resource) =>
					(displayOptions?.show?.document ?? ['']).flatMap((document) =>
						(displayOptions?.show?.operation ?? ['']).map((operation) => [name, resource, document, operation].map(String).join('/')),
					),
				),
			);
			expect(new Set(places).size).toBe(places.length);
		}
	});

	it('all have a description, except notices, collections and hidden parameters', () => {
		const silent = everyParameter(genericProperties).filter(
			({ type, description: words }) => !['notice', 'collection', 'hidden'].includes(type) && (words ?? '') === '',
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('offer exactly the operations that the guide lists', () => {
		const [{ rows = [] } = {}] = tablesOf(readPages().find(({ name }) => name === GUIDE)!).filter(
			({ header }) => header[0] === 'Operation',
		);
		const offered = new Set(
			PANEL_RESOURCES.flatMap(({ resource }) => named('operation').filter((property) => shownFor(property, resource)))
				.flatMap(optionsOf)
				.map(({ name }) => name),
		);
		const place = { page: GUIDE, table: 'Operation' };
		expect({ ...place, operations: rows.map(([label = '']) => label).sort() }).toEqual({ ...place, operations: [...offered].sort() });
	});

	it('offer one credential type for each authentication method', () => {
		const ways = optionsOf(named('authentication')[0]!).map(({ value }) => value);
		expect(description.credentials?.map(({ displayOptions }) => displayOptions?.show?.authentication?.at(-1)).sort()).toEqual(
			[...ways].sort(),
		);
	});
});

describe('The node', () => {
	it('mediaOperations is usable as a tool', () => {
		expect(description.usableAsTool).toBe(true);
	});

	it('mediaOperations has a search alias for each document, except documents that exist only in the sandbox', () => {
		const missingIn = 'alias of nodes/MediaOperations/MediaOperations.node.json';
		const names = DOCUMENTS.filter(
			({ source, name, list = name }) => source !== 'sandbox' && ![name, list].some((each) => codex.alias.includes(each)),
		);
		expect({ missingIn, names: names.map(({ name }) => name) }).toEqual({ missingIn, names: [] });
	});

	it.each([...nodes.keys()])('%s always shows the parameters that select its credential', (name) => {
		const { credentials = [], properties } = nodes.get(name)!.description;
		const ofSignIn = new Set(credentials.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})));
		const hidden = properties
			.filter((property) => ofSignIn.has(property.name))
			.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
		expect(hidden).toEqual([]);
	});

	// The editor evaluates such an expression once for each property, and again for each input, which makes the panel slow.
	it.each([...nodes.keys()])('%s has no property whose default is an expression', (name) => {
		const { properties } = nodes.get(name)!.description;
		expect(properties.filter((property) => String(property.default).startsWith('=')).map((property) => property.name)).toEqual([]);
	});
});
