import { readFileSync } from 'node:fs';
import path from 'node:path';

import { operationsWhere } from '../../bridge/properties/operations';
import {
	DOCUMENTS,
	FEATURES,
	hasSince,
	HEADERS,
	NEWEST_RELEASE,
	OPERATORS,
	SAVE_ARGUMENTS,
	type Release,
	type SaveArgument,
	type Source,
} from '../../core/catalog';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { checkout } from '../../workshop/paths';
import { PAGE, referencePage } from '../../workshop/reference/page';
import { allRows, provedBy } from '../../workshop/reference/proof';
import { GROUPS } from './rows';
import { SPECIFICATION_NAMES, type SpecificationName } from './specificationNames';

const rows = allRows(GROUPS);
const shown = ({ kind, name, table, value, of }: SpecificationName): string =>
	`${kind} ${table === undefined ? '' : `${table}.`}${name}${value === undefined ? '' : ` = '${value}'`}${of === undefined ? '' : ` of ${of[0]}`}`;

describe('The rows in test/interface/rows', () => {
	it('cover every name in the specification', () => {
		expect(SPECIFICATION_NAMES.filter((name) => provedBy(name, rows).length === 0).map(shown)).toEqual([]);
	});

	it.each<[SpecificationName]>([
		[{ kind: 'document', name: 'JmNothing', source: 'interface' }],
		[{ kind: 'field', name: 'wo_nothing', table: 'jm_work_order', of: ['JmWorkOrder'], source: 'interface' }],
		[{ kind: 'field', name: 'barcode', table: 'jm_job', of: ['JmJob'], source: 'interface' }],
		[{ kind: 'operator', name: '$g', source: 'interface' }],
		[{ kind: 'saveArgument', name: 'BidApproval', value: '5', source: 'interface' }],
		[{ kind: 'saveArgument', name: 'GroupCode', of: ['TcBatch'], source: 'interface' }],
		[{ kind: 'header', name: 'saveargument', source: 'interface' }],
		[{ kind: 'sentence', name: 'nothing', source: 'interface' }],
	])('do not cover a name that none of them uses: %j', (name) => {
		expect(provedBy(name, rows)).toEqual([]);
	});

	it('refer only to sentences in the specification, and have unique names', () => {
		const sentences = new Set(SPECIFICATION_NAMES.filter(({ kind }) => kind === 'sentence').map(({ name }) => name));
		expect(rows.flatMap(({ row }) => row.shows ?? []).filter((name) => !sentences.has(name))).toEqual([]);
		const names = rows.map(({ row }) => row.name);
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
		expect(new Set(SPECIFICATION_NAMES.map(shown)).size).toBe(SPECIFICATION_NAMES.length);
	});

	it('use every condition, save argument and choice that the nodes offer', () => {
		const parameters = JSON.stringify(rows.map(({ row }) => (typeof row.node === 'string' ? '' : row.node.parameters)));
		const operators = OPERATORS.filter(({ name }) => !parameters.includes(`"operator":"${name}"`)).map(({ name }) => name);
		expect({ missingIn: 'test/interface/rows/lists.ts', operators }).toEqual({ missingIn: 'test/interface/rows/lists.ts', operators: [] });
		const sent = JSON.stringify(rows.flatMap(({ row }) => row.exchanges.map(({ request }) => request.headers.SaveArgument ?? '')));
		const argumentsAndChoices = (SAVE_ARGUMENTS as readonly SaveArgument[]).flatMap(({ name, choices, value: kind }) => [
			`\\"${name}\\":`,
			...(choices ?? []).map(({ value }) => `\\"${name}\\":${kind === 'numberChoice' ? value : `\\"${value}\\"`}`),
		]);
		const saveArguments = argumentsAndChoices.filter((words) => !sent.includes(words)).map((words) => words.replaceAll('\\', ''));
		expect({ missingIn: 'test/interface/rows/', saveArguments }).toEqual({ missingIn: 'test/interface/rows/', saveArguments: [] });
	});

	it('use every operation of the generic node', () => {
		const used = new Set(rows.map(({ row }) => (typeof row.node === 'string' ? '' : row.node.parameters.operation)));
		const operations = operationsWhere(({ effect }) => effect !== 'checks').filter((name) => !used.has(name));
		expect({ missingIn: 'test/interface/rows/', operations }).toEqual({ missingIn: 'test/interface/rows/', operations: [] });
	});

	it('show how an older release behaves for each name that a newer release adds', () => {
		const entries: readonly { name: string; since: Release }[] = [
			...DOCUMENTS,
			...OPERATORS.map(({ wire, name, since }) => ({ name: wire ?? name, since })),
			...Object.values(HEADERS),
			...SAVE_ARGUMENTS,
			...Object.entries(FEATURES).map(([name, since]) => ({ name, since })),
		];
		const isShown = (name: string, since: Release): boolean =>
			rows.some(({ row }) => row.before?.includes(name) && !hasSince(row.release ?? NEWEST_RELEASE, since));
		const names = entries.filter(({ name, since }) => since !== '10.6' && !isShown(name, since)).map(({ name }) => name);
		expect({ missingIn: 'NEWCOMERS of test/interface/rows/releases.ts', names }).toEqual({
			missingIn: 'NEWCOMERS of test/interface/rows/releases.ts',
			names: [],
		});
	});
});

describe('The names in the specification', () => {
	it('include every document, operator, save argument and header of the catalog, except those that only the sandbox has', () => {
		const known = new Set(SPECIFICATION_NAMES.map(({ kind, name }) => `${kind} ${name}`));
		const isDocumented = ({ source }: { readonly source: Source }): boolean => source !== 'sandbox';
		const missing = [
			...DOCUMENTS.filter(isDocumented).map(({ name, list }) => [`document ${name}`, `document ${list}`]),
			...OPERATORS.filter(isDocumented).flatMap(({ wire }) => (wire === null ? [] : [[`operator ${wire}`]])),
			...SAVE_ARGUMENTS.filter(isDocumented).map(({ name }) => [`saveArgument ${name}`]),
			...Object.values(HEADERS)
				.filter(isDocumented)
				.map(({ name }) => [`header ${name}`]),
		].filter((names) => !names.some((name) => known.has(name)));
		expect({ missingIn: 'test/interface/specificationNames.ts', names: missing.map(([name]) => name) }).toEqual({
			missingIn: 'test/interface/specificationNames.ts',
			names: [],
		});
	});
});

describe('The reference page', () => {
	it('matches the output of npm run reference', () => {
		const nodes = new Map([...loadPackage('sources').nodes].map(([name, { description }]) => [name, description]));
		expect(readFileSync(path.join(checkout, PAGE), 'utf8')).toBe(referencePage(nodes));
	});
});
