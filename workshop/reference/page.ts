import type { INodeTypeDescription } from 'n8n-workflow';

import { GROUPS } from '../../test/interface/rows';
import { SPECIFICATION_NAMES, type NameKind, type SpecificationName } from '../../test/interface/specificationNames';
import { catalogueWords } from './catalogue';
import { Places } from './places';
import { allRows, provedBy, type ProvingRow } from './proof';

/** The place of the page in the checkout. */
export const PAGE = 'docs/reference/interface.md';

const SECTIONS: ReadonlyArray<readonly [NameKind, string, string]> = [
	[
		'document',
		'Documents',
		'Each is a resource of the node «Media Operations»; every other document works by its name (Resource: Any Document).',
	],
	[
		'table',
		'Tables and sub-tables',
		'The table of a document follows from its resource. The rows of sub-tables are read by their way down, and written as JSON with their record.',
	],
	['field', 'Fields', 'By the table that they stand in.'],
	['operator', 'Conditions of a query', ''],
	['parameter', 'Query parameters', 'Further ones: Options › Additional Query Parameters.'],
	[
		'header',
		'Headers',
		'Further ones: Options › Additional Headers. What the credential says (Division Code, Release) holds where the node says nothing.',
	],
	['contentType', 'Forms of a body', ''],
	['operation', 'Words of the operations form', ''],
	['rowAction', 'Keys of rowAction', ''],
	['saveArgument', 'Save arguments', ''],
	['envelope', 'Properties of answers', ''],
	['status', 'Statuses', ''],
	['sentence', 'Rules', 'What the specification says in sentences, and what changed from release to release.'],
];

const escaped = (text: string): string => text.replaceAll('|', '\\|');

const shownName = ({ kind, name, table, value, of }: SpecificationName): string => {
	if (kind === 'sentence') return escaped(name);
	const whole = table === undefined ? name : `${table}.${name}`;
	const of1 = kind === 'saveArgument' && of ? ` on ${of.join(', ')}` : '';
	return `\`${escaped(whole)}${value === undefined ? '' : `: ${value === '' ? '""' : value}`}\`${of1}`;
};

const shownRows = (rows: readonly ProvingRow[]): string => {
	const [first] = rows;
	const more = rows.length > 1 ? `, and ${rows.length - 1} more` : '';
	return first === undefined ? '' : `[${escaped(first.row.name)}](../../test/interface/rows/${first.file})${more}`;
};

/** The page as it has to stand in the checkout. Throws where a name is in no catalogue, no node or no row. */
export const referencePage = (nodes: ReadonlyMap<string, INodeTypeDescription>): string => {
	const places = new Places(nodes);
	const rows = allRows(GROUPS);
	const line = (name: SpecificationName): string => {
		const proof = provedBy(name, rows);
		if (proof.length === 0)
			throw new Error(`No row shows the ${name.kind} '${name.name}'${name.value === undefined ? '' : ` with '${name.value}'`}`);
		const composed = proof.filter(({ row }) => typeof row.node !== 'string');
		const words = [catalogueWords(name), ...(name.source === 'public' ? ['public material'] : [])].filter((text) => text !== '').join('; ');
		return `| ${shownName(name)} | ${escaped(
			places
				.of(
					name,
					composed.map(({ row }) => row),
				)
				.join('; ') || '—',
		)} | ${escaped(words)} | ${shownRows(composed.length > 0 ? [...composed, ...proof.filter((each) => !composed.includes(each))] : proof)} |`;
	};
	const sections = SECTIONS.map(([kind, title, words]) => {
		const names = SPECIFICATION_NAMES.filter((name) => name.kind === kind);
		return [
			`## ${title}`,
			'',
			...(words === '' ? [] : [words, '']),
			'| Name | In the nodes | In the catalogue | Rows that prove it |',
			'|---|---|---|---|',
			...names.map(line),
			'',
		].join('\n');
	});
	return [
		'# The interface, name by name',
		'',
		`Every name and rule of the interface, where the nodes have it, and the rows that prove it: ${SPECIFICATION_NAMES.length} names, ${rows.length} rows.`,
		"Each row is composed by a node in n8n's engine and compared on the wire, and sent by plain HTTP to the sandbox.",
		'',
		'Made by `npm run reference` from the catalogue, the descriptions of the nodes and the rows; not written by hand.',
		'',
		...sections,
	].join('\n');
};
