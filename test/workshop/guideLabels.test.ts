/**
 * Checks that guides and nodes agree: every label that a guide shows in a table, in bold or in italics exists in a node, in a
 * credential, or in the lists of other labels below.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyMode, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { MODEL_CHOICE } from '../../bridge/properties/mapper';
import { DOCUMENTS, type Table } from '../../core/catalog';
import { OAUTH2_BASE } from '../../workshop/engine/oAuth2Base';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { emphasizedIn, readPages, ROOT, tablesOf, targetsOf, type Page } from './support/pages';

const PAGES = readPages();
const GUIDES = PAGES.filter(({ name }) => name.startsWith('docs/guides/'));
const guide = (name: string): Page => PAGES.find((page) => page.name === `docs/guides/${name}.md`)!;
const { nodes, credentials } = loadPackage('sources');

type Labeled = INodeProperties & { values?: INodeProperties[]; action?: string };

/** All labels of a node: parameters, fields of collections, options, buttons, and ways to choose a record. */
const namesIn = (properties: readonly (INodeProperties | INodePropertyOptions | INodePropertyCollection | INodePropertyMode)[]): string[] =>
	properties.flatMap((property) => {
		const { displayName, name, options = [], values = [], modes = [], placeholder = '', action = '' } = property as Labeled;
		const button = placeholder.startsWith('Add ') ? [placeholder] : [];
		return [displayName ?? name, action, ...button, ...namesIn(options), ...namesIn(values), ...namesIn(modes)];
	});
const namesOf = ({ description }: INodeType): string[] => namesIn(description.properties);
/** `Fields to Return` for `Fields to Return Names or IDs`: n8n requires that ending, but sentences omit it. */
const shortened = (label: string): string => label.replace(/ Names? or IDs?$/, '');

const ALL_NODES = [...nodes.values()].flatMap((node) => [node.description.displayName.replace('Media Operations ', ''), ...namesOf(node)]);

/** The guides that cover one node each. Tables in all other guides may name the labels of any node. */
const NODES: Readonly<Record<string, string>> = {
	'media-operations': 'mediaOperations',
	'void-order': 'mediaOperationsVoidOrder',
	actualize: 'mediaOperationsActualize',
	'post-batch': 'mediaOperationsPostBatch',
	'load-template': 'mediaOperationsLoadTemplate',
	'upload-attachment': 'mediaOperationsUploadAttachment',
	trigger: 'mediaOperationsTrigger',
	'poll-trigger': 'mediaOperationsPollTrigger',
};
/** The guides that cover one credential each. */
const CREDENTIALS: Readonly<Record<string, string>> = {
	'sign-in-basic': 'mediaOperationsBasicApi',
	'sign-in-jwt': 'mediaOperationsJwtApi',
	'sign-in-oauth2-system': 'mediaOperationsOAuth2Api',
	'sign-in-oauth2-browser': 'mediaOperationsOAuth2Api',
	'sign-in-events': 'mediaOperationsEventsApi',
};
const labelsOfCredential = (name: string): string[] => [
	...namesIn(credentials.get(name)!.properties),
	...(name === 'mediaOperationsOAuth2Api' ? namesIn(OAUTH2_BASE) : []),
];

/** Columns whose cells are labels, possibly several, separated by commas. */
const NAMING = ['Parameter', 'Option', 'Setting', 'Operation', 'Operator', 'Operator for Dates', 'Respond'];
const named = (page: Page): string[] =>
	tablesOf(page)
		.filter(({ header }) => NAMING.includes(header[0] ?? ''))
		.flatMap(({ rows }) => rows.flatMap(([cell = '']) => cell.split(/, /).map((name) => name.replaceAll('*', '').trim())));

/** The labels that the tables in a guide may name. */
const labelsFor = (page: Page): Set<string> => {
	const name = path.posix.basename(page.name, '.md');
	if (NODES[name] !== undefined) return new Set(namesOf(nodes.get(NODES[name])!));
	if (CREDENTIALS[name] !== undefined) return new Set(labelsOfCredential(CREDENTIALS[name]));
	return new Set([...ALL_NODES, ...[...credentials.keys()].flatMap(labelsOfCredential)]);
};

/** Labels from n8n, the business system and the examples, and values from the sandbox, as they appear in the guides. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
	n8n: [
		'AI Agent',
		'Attachments (File)',
		'Authentication',
		'Body',
		'Continue',
		'Exclude Byte Order Mark (BOM)',
		'Execute step',
		'Executions',
		'Fetch Test Event',
		'Field to Match',
		'Filter',
		'If',
		'Community Nodes',
		'External Secrets',
		'Sharing',
		'Crashed',
		'Create credential',
		'Create new credential',
		'Credential',
		'Let the model define this parameter',
		'Map Automatically',
		'Map Each Column Manually',
		'Merge',
		'OAuth Redirect URL',
		'On Error',
		'Poll Times',
		'Predefined Credential Type',
		'Production URL',
		'Remove Duplicates',
		'Retry',
		'Retry On Fail',
		'Schema',
		'Send Email',
		'Settings',
		'Specific Domains',
		'Test URL',
		'Timezone',
		'Tool',
		'URL',
		'Use in HTTP Request Node',
		'Webhook URLs',
		'XML',
		'All',
		'Header',
	],
	system: [
		'API Key',
		'Additional API details',
		'Authentication Method',
		'Base URL 1',
		'Base URL 2',
		'Basic',
		'Connection',
		'Endpoint',
		'Event trigger',
		'Export adaptor',
		'Generate Default Template',
		'Outbound connection',
		'Output Format',
		'Output Method',
		'Post',
		'Response Parsing Template',
	],
	sandbox: ['Live Event', 'Cancelled by Customer', 'Programme', 'Series'],
	examples: [
		'CSV UTF-8',
		'Execute Once',
		'Extract From File',
		'Filter',
		'Insert or Update',
		'Postgres',
		'Read/Write Files from Disk',
		'Schedule Trigger',
		'Send and Wait',
		'Wait',
	],
	other: ['OR', 'Recommended', 'Retry-After'],
};
const SMALL_WORDS = new Set([
	'a',
	'an',
	'and',
	'as',
	'at',
	'by',
	'for',
	'from',
	'in',
	'into',
	'is',
	'of',
	'on',
	'or',
	'per',
	'the',
	'to',
	'with',
]);
/** Whether emphasized text is written like a label. If it is, a label with this text has to exist. */
const isLabel = (text: string): boolean =>
	/^[A-Z]/.test(text) && text.split(' ').every((word) => SMALL_WORDS.has(word) || /^[^a-z]/.test(word)) && !/[.,:]$/.test(text);

const labelsOfTable = (table: Table): string[] => [
	...table.fields.map(({ label }) => label),
	...(table.subTables ?? []).flatMap((subTable) => labelsOfTable(subTable)),
];
/** Emphasized text on a page that looks like a label and is not in `known`. */
const unknownIn = (page: Page, known: ReadonlySet<string>): string[] =>
	emphasizedIn(page)
		.flatMap((text) => text.split(' → '))
		.filter((text) => isLabel(text) && !known.has(text));

describe('Labels', () => {
	const shared = [
		MODEL_CHOICE,
		...Object.values(OTHERS).flat(),
		...[...nodes.values()].map(({ description }) => description.displayName),
		...[...credentials.values()].map(({ displayName }) => displayName),
	];
	const everywhere = [
		...ALL_NODES,
		...DOCUMENTS.flatMap(({ label, table }) => [label, ...labelsOfTable(table)]),
		...[...credentials.keys()].flatMap(labelsOfCredential),
	];

	it.each(GUIDES.map((page) => [page.name, page] as const))('in the tables of %s match the nodes', (_name, page) => {
		const known = labelsFor(page);
		expect(named(page).filter((name) => !known.has(name))).toEqual([]);
		// n8n hides Authentication, the parameter that selects a credential type, and shows one field for all credential types.
		if (path.posix.basename(page.name, '.md') in NODES) expect(named(page)).not.toContain('Authentication');
	});

	it.each(GUIDES.map((page) => [page.name, page] as const))('in bold or italics in %s match existing labels', (_name, page) => {
		// The guide for a credential may name the labels of that credential and of the trigger, and *Max Attempts*.
		const credential = CREDENTIALS[path.posix.basename(page.name, '.md')];
		const own =
			credential === undefined
				? everywhere
				: [...labelsOfCredential(credential), ...namesOf(nodes.get('mediaOperationsTrigger')!), 'Max Attempts'];
		expect(unknownIn(page, new Set([...shared, ...own, ...own.map(shortened)]))).toEqual([]);
	});

	it('are reported if no node or credential has them', () => {
		const page: Page = {
			name: 'x.md',
			text: '| Parameter | What |\n|---|---|\n| Resource, *No Such* | x |\n\nIn *Options → Lost Option*, **Lost**, not `*Code*` and not **A whole sentence.**\n',
		};
		expect(named(page)).toEqual(['Resource', 'No Such']);
		expect(unknownIn(page, new Set(['Options']))).toEqual(['Lost', 'No Such', 'Lost Option']);
	});

	it('that are listed as labels of n8n or the business system are all used in a guide', () => {
		const used = new Set(GUIDES.flatMap((page) => emphasizedIn(page).flatMap((text) => text.split(' → '))));
		expect(
			Object.values(OTHERS)
				.flat()
				.filter((label) => !used.has(label)),
		).toEqual([]);
	});

	it('of every node and credential are checked, and each guide shows the screenshots of its node', () => {
		expect(Object.values(NODES).sort()).toEqual([...nodes.keys()].sort());
		expect([...new Set(Object.values(CREDENTIALS))].sort()).toEqual([...credentials.keys()].sort());
		const pictures = readdirSync(path.join(ROOT, 'docs/pictures')).filter((picture) =>
			Object.keys(NODES).some((name) => picture.replace(/-(light|dark)\.png$/, '') === name),
		);
		expect(pictures.length).toBeGreaterThan(9);
		expect(
			pictures.filter((picture) => !targetsOf(guide(picture.replace(/-(light|dark)\.png$/, ''))).includes(`../pictures/${picture}`)),
		).toEqual([]);
	});
});
