/** The files of the project and their imports, read with TypeScript's parser. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');

export interface Import {
	/** The imported file, relative to the root. */
	readonly from: string;
	/** `*` means all of them. */
	readonly names: readonly string[];
	/** Re-exported by `export … from`. */
	readonly handsOn: boolean;
}

export interface SourceFile {
	/** Relative to the root of the project. */
	readonly name: string;
	readonly lines: number;
	readonly imports: readonly Import[];
	/** The names of exported values and types. */
	readonly values: readonly string[];
	readonly types: readonly string[];
	/** How often a word occurs in the file. */
	timesOf(word: string): number;
}

const FOREIGN = new Set(['node_modules', 'dist']);

const filesBelow = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : filesBelow(name);
		return /(?<!\.d)\.m?ts$/.test(entry.name) ? [name] : [];
	});

const hasModifier = (statement: ts.Statement, modifier: ts.SyntaxKind): boolean =>
	ts.canHaveModifiers(statement) && (ts.getModifiers(statement)?.some(({ kind }) => kind === modifier) ?? false);
/** The named exports; a default export is loaded by its file. */
const isExported = (statement: ts.Statement): boolean =>
	hasModifier(statement, ts.SyntaxKind.ExportKeyword) && !hasModifier(statement, ts.SyntaxKind.DefaultKeyword);

const boundNames = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));

const importOf = (statement: ts.Statement): { specifier: string; names: string[]; handsOn: boolean } | undefined => {
	if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
		const {
			importClause: clause,
			moduleSpecifier: { text: specifier },
		} = statement;
		const bindings = clause?.namedBindings;
		const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
		const names = [
			...(clause?.name ? ['default'] : []),
			...(bindings && ts.isNamespaceImport(bindings) ? ['*'] : []),
			...elements.map(({ name, propertyName }) => (propertyName ?? name).text),
		];
		return { specifier, names, handsOn: false };
	}
	if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier)) {
		const {
			exportClause: clause,
			moduleSpecifier: { text: specifier },
		} = statement;
		const names =
			clause && ts.isNamedExports(clause) ? clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*'];
		return { specifier, names, handsOn: true };
	}
	return undefined;
};

/** The targets of `import('…')`, including those in text that is executed. */
const loaded = (text: string): string[] =>
	[...text.matchAll(/\b(?:import|require)\('(\.{1,2}\/[^']+)'\)/g)].map(([, specifier = '']) => specifier);

const read = (name: string, all: ReadonlySet<string>): SourceFile => {
	const text = readFileSync(path.join(ROOT, name), 'utf8');
	const { statements } = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
	const find = (specifier: string): string | undefined => {
		const place = path.posix.join(path.posix.dirname(name), specifier);
		return [place, `${place}.ts`, `${place}/index.ts`].find((each) => all.has(each));
	};
	const imports = [
		...statements.flatMap((statement) => importOf(statement) ?? []),
		...loaded(text).map((specifier) => ({ specifier, names: ['*'], handsOn: false })),
	];
	const exported = statements.filter(isExported);
	return {
		name,
		lines: text.split('\n').length - 1,
		imports: imports.flatMap(({ specifier, ...rest }) => {
			const from = specifier.startsWith('.') ? find(specifier) : undefined;
			return from === undefined ? [] : [{ from, ...rest }];
		}),
		values: exported.flatMap((statement) => {
			if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name: bound }) => boundNames(bound));
			return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name
				? [statement.name.text]
				: [];
		}),
		types: exported.flatMap((statement) =>
			ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) ? [statement.name.text] : [],
		),
		timesOf: (word) => text.match(new RegExp(`(?<![\\w$])${word.replace('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0,
	};
};

/** All TypeScript files in these folders, by their names. */
export const readSources = (...folders: readonly string[]): ReadonlyMap<string, SourceFile> => {
	const names = folders.flatMap(filesBelow);
	const all = new Set(names);
	return new Map(names.map((name) => [name, read(name, all)]));
};

type Edges = ReadonlyMap<string, readonly string[]>;

/** One import cycle for each file that is in one and was not in an earlier one. */
export const roundsIn = (edges: Edges): string[][] => {
	const done = new Set<string>();
	const found: string[][] = [];
	const walk = (name: string, way: readonly string[]): void => {
		const at = way.indexOf(name);
		if (at >= 0) return void found.push([...way.slice(at), name]);
		if (done.has(name)) return;
		for (const next of edges.get(name) ?? []) walk(next, [...way, name]);
		done.add(name);
	};
	for (const name of edges.keys()) walk(name, []);
	return found;
};

/** The files that define an exported name, through all re-exports; several for `*`. */
const definers = (
	sources: ReadonlyMap<string, SourceFile>,
	file: string,
	name: string,
	seen: ReadonlySet<string> = new Set(),
): string[] => {
	const source = sources.get(file);
	if (source === undefined || seen.has(file)) return [];
	const own = [...source.values, ...source.types].filter((each) => name === '*' || each === name).map((each) => `${file}: ${each}`);
	return [
		...own,
		...source.imports
			.filter(({ handsOn, names }) => handsOn && (name === '*' || names.includes('*') || names.includes(name)))
			.flatMap(({ from }) => definers(sources, from, name, new Set([...seen, file]))),
	];
};

/** Exports without an import: `file: name`. A type counts as used if its own file uses it, because a signature may need it. */
export const unusedExports = (sources: ReadonlyMap<string, SourceFile>): string[] => {
	const used = new Set(
		[...sources.values()].flatMap(({ imports }) =>
			imports.filter(({ handsOn }) => !handsOn).flatMap(({ from, names }) => names.flatMap((name) => definers(sources, from, name))),
		),
	);
	return [...sources.values()]
		.flatMap(({ name, values, types, timesOf }) =>
			[...values, ...types.filter((type) => timesOf(type) < 2)].map((each) => `${name}: ${each}`),
		)
		.filter((each) => !used.has(each));
};
