/** Checks the structure that docs/ARCHITECTURE.md describes: no import cycles, no unused exports, no long files. */
import { readSources, roundsIn, unusedExports, type SourceFile } from './support/imports';

const PUBLISHED = ['core', 'bridge', 'nodes', 'credentials'];
const TOOLS = ['workshop/editor', 'workshop/engine', 'workshop/package', 'workshop/queue', 'workshop/reference'];
const sources = readSources(...PUBLISHED, 'sandbox', 'workshop', 'bench', 'test');
const all = [...sources.values()];
const isIn =
	(...folders: readonly string[]) =>
	({ name }: SourceFile): boolean =>
		folders.some((folder) => name.startsWith(`${folder}/`));

const edges: ReadonlyMap<string, readonly string[]> = new Map(all.map(({ name, imports }) => [name, imports.map(({ from }) => from)]));

/** The layers of the core, lowest first. Each may import those before it. */
const FLOORS = ['core/catalog', 'core/model', 'core/files', 'core/wire', 'core/definition', 'core/http', 'core/operations', 'core/events'];

describe('The files of the project', () => {
	it('are read, with their imports', () => {
		expect(all.filter(isIn(...PUBLISHED)).length).toBeGreaterThan(100);
		expect(TOOLS.every((folder) => all.some(isIn(folder)))).toBe(true);
		expect(sources.get('core/operations/voidOrder.ts')?.imports.find(({ from }) => from === 'core/operations/recordAction.ts')).toEqual({
			from: 'core/operations/recordAction.ts',
			names: ['actionRequest', 'recordAction'],
			handsOn: false,
		});
	});

	it('have no import cycles, not even by types', () => {
		expect(roundsIn(edges)).toEqual([]);
	});

	it('are reported if they have an import cycle', () => {
		expect(
			roundsIn(
				new Map([
					['a', ['b']],
					['b', ['c', 'd']],
					['c', []],
					['d', ['b']],
				]),
			),
		).toEqual([['b', 'd', 'b']]);
		expect(roundsIn(new Map([['a', ['a']]]))).toEqual([['a', 'a']]);
	});

	it('of the core import only lower layers', () => {
		const floorOf = (name: string): number => FLOORS.findIndex((floor) => name.startsWith(`${floor}/`));
		const upward = all
			.filter(({ name }) => floorOf(name) >= 0)
			.flatMap(({ name, imports }) =>
				imports.filter(({ from }) => floorOf(from) > floorOf(name)).map(({ from }) => `${name} knows ${from}`),
			);
		expect(upward).toEqual([]);
	});

	it('have at most 330 lines, except test tables', () => {
		const isTable = isIn('test/interface/rows');
		const long = all.filter((file) => !file.name.endsWith('.test.ts') && !isTable(file) && file.lines > 330);
		expect(long.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
	});
});

describe('An export', () => {
	/** n8n loads the class of a node or a credential by the name of its file. */
	const isLoadedByN8n = (each: string): boolean => /\.(node|credentials)\.ts: /.test(each);

	it('is used by another file', () => {
		expect(unusedExports(sources).filter((each) => !isLoadedByN8n(each))).toEqual([]);
	});

	it('is reported if no other file uses it', () => {
		const file = (name: string, more: Partial<SourceFile>): readonly [string, SourceFile] => [
			name,
			{ name, lines: 1, imports: [], values: [], types: [], timesOf: () => 1, ...more },
		];
		const take = (from: string, ...names: string[]) => ({ from, names, handsOn: false });
		const found = unusedExports(
			new Map([
				file('a.ts', { values: ['used', 'handedOn', 'unused'], types: ['Unused'] }),
				file('index.ts', { imports: [{ ...take('a.ts', '*'), handsOn: true }] }),
				file('b.ts', { imports: [take('a.ts', 'used'), take('index.ts', 'handedOn')] }),
			]),
		);
		expect(found).toEqual(['a.ts: unused', 'a.ts: Unused']);
	});
});
