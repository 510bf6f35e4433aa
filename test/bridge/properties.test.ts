import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { genericProperties } from '../../bridge/properties';
import { DOCUMENTS, type Verb } from '../../core/catalog';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { everyParameter } from '../support/parameters';

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
	list: ['getMany', 'lookUp', 'count'],
	update: ['update'],
	updateMany: ['updateMany'],
	upsert: ['upsert'],
};
/** The operations of a document in addition to its verbs. Documents with a change date have Get Changed. */
const OF_DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
	BidVersion: ['changeApproval', 'getChanged'],
	JmJob: ['getChanged'],
	JmWorkOrder: ['getChanged'],
	LibMaster: ['getChanged'],
	MoMediaOrder: ['getChanged'],
	SchResource: ['setDefaultGroup'],
	XmTransmissionOrder: ['getChanged'],
};
const OWN = Object.values(OF_DOCUMENTS).flat();

describe('The parameters of the generic node', () => {
	it('offer every document of the catalog, and any other by its name, in alphabetical order', () => {
		const resources = optionsOf(named('resource')[0]!);
		expect(resources.map(({ value }) => value)).toEqual(
			expect.arrayContaining([...DOCUMENTS.map(({ resource }) => resource), 'anyDocument']),
		);
		expect(resources.map(({ name }) => name)).toEqual(
			[...resources.map(({ name }) => name)].sort((one, other) => one.localeCompare(other, 'en')),
		);
	});

	it("offer each document's operations, with the document's name in their labels", () => {
		for (const { resource, verbs, label, name } of DOCUMENTS) {
			const operations = named('operation').filter((property) => shownFor(property, resource));
			expect(operations).toHaveLength(1);
			const values = optionsOf(operations[0]!).map(({ value }) => value);
			expect(
				Object.entries(OF_VERBS)
					.filter(([verb]) => verbs.includes(verb as Verb))
					.flatMap(([, operations]) => operations)
					.sort(),
			).toEqual(values.filter((value) => !OWN.includes(String(value))).sort());
			expect(values.filter((value) => OWN.includes(String(value)))).toEqual(OF_DOCUMENTS[name] ?? []);
			expect(values).toContain(operations[0]!.default);
			expect(
				optionsOf(operations[0]!).every(
					({ action }) =>
						action?.toLowerCase().includes(label.toLowerCase()) ||
						action?.startsWith('Get changed') ||
						action?.startsWith('Get many') ||
						action?.startsWith('Count') ||
						action?.startsWith('Look up') ||
						action?.startsWith('Update many'),
				),
			).toBe(true);
		}
	});

	it('offer a record from a list first, then by its keys, then by its address', () => {
		const job = named('record').find((property) => shownFor(property, 'job') && property.displayOptions?.show?.operation?.includes('get'));
		expect(job?.modes?.map(({ name }) => name)).toEqual(['list', 'job_no', 'external_key', 'url']);
		const asset = named('record').find(
			(property) => shownFor(property, 'libraryAsset') && property.displayOptions?.show?.operation?.includes('upsert'),
		);
		expect(asset?.modes?.map(({ name }) => name)).toEqual(['barcode', 'external_key', 'umid', 'master_no']);
	});

	it('show one parameter of each name at a time', () => {
		const seen = new Map<string, INodeProperties[]>();
		for (const property of genericProperties) seen.set(property.name, [...(seen.get(property.name) ?? []), property]);
		for (const [name, alike] of seen) {
			if (alike.length === 1) continue;
			const places = alike.flatMap(({ displayOptions }) =>
				(displayOptions?.show?.resource ?? []).flatMap((resource) =>
					(displayOptions?.show?.operation ?? ['']).map((operation) => `${name}/${String(resource)}/${String(operation)}`),
				),
			);
			expect(new Set(places).size).toBe(places.length);
		}
	});

	it('have a description for every parameter, for people and for models that fill it in', () => {
		const silent = everyParameter(genericProperties).filter(
			({ type, description: words }) => !['notice', 'collection', 'hidden'].includes(type) && (words ?? '') === '',
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('request the credential of the chosen authentication, and allow the node as an agent tool', () => {
		expect(description.usableAsTool).toBe(true);
		const ways = optionsOf(named('authentication')[0]!).map(({ value }) => value);
		expect(description.credentials?.map(({ displayOptions }) => displayOptions?.show?.authentication?.at(-1)).sort()).toEqual(
			[...ways].sort(),
		);
	});
});

describe('The parameters of every node', () => {
	it.each([...nodes.keys()])('%s keeps every parameter visible: n8n hides one if an authentication parameter depends on it', (name) => {
		const { credentials = [], properties } = nodes.get(name)!.description;
		const ofSignIn = new Set(credentials.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})));
		const hidden = properties
			.filter((property) => ofSignIn.has(property.name))
			.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
		expect(hidden).toEqual([]);
	});
});
