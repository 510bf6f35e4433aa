import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { LoggerProxy, type ICredentialType, type INodeType } from 'n8n-workflow';

export const PACKAGE_NAME = 'n8n-nodes-media-operations';
const ROOT = resolve(__dirname, '../..');

/** The nodes and credentials of the package, by name: `mediaOperations`, `mediaOperationsBasicApi`. */
export interface PackageTypes {
	readonly nodes: ReadonlyMap<string, INodeType>;
	readonly credentials: ReadonlyMap<string, ICredentialType>;
}

/**
 * Loads the package.
 * - `built`: from `dist/`, as n8n does.
 * - `sources`: the TypeScript files, if something compiles them (Jest, tsx).
 * - `newest`: `dist/` if it exists and no source is newer, otherwise the sources.
 */
export const loadPackage = (from: 'built' | 'sources' | 'newest' = 'newest'): PackageTypes => {
	connectLogger();
	const built = from === 'built' || (from === 'newest' && isBuilt());
	const base = built ? join(ROOT, 'dist') : ROOT;
	const ending = built ? '.js' : '.ts';
	return {
		nodes: byName(
			filesBelow(join(base, 'nodes'), `.node${ending}`).map((file) => instance<INodeType>(file, `.node${ending}`)),
			(node) => node.description.name,
		),
		credentials: byName(
			filesBelow(join(base, 'credentials'), `.credentials${ending}`).map((file) =>
				instance<ICredentialType>(file, `.credentials${ending}`),
			),
			(credential) => credential.name,
		),
	};
};

/** Connects a logger that discards everything. The OAuth 2 credential recognizes n8n by a connected logger. */
const connectLogger = (): void => {
	const ignore = (): void => undefined;
	LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
};

/** Creates an instance of the class that has the same name as its file, as n8n does. */
const instance = <T>(file: string, ending: string): T => {
	const className = file.slice(file.lastIndexOf('/') + 1, -ending.length);
	const exports = require(file) as Record<string, new () => T>;
	const Type = exports[className];
	if (Type === undefined) throw new Error(`${file} exports no class ${className}`);
	return new Type();
};

const byName = <T>(types: readonly T[], nameOf: (type: T) => string): ReadonlyMap<string, T> =>
	new Map(types.map((type) => [nameOf(type), type]));

const filesBelow = (folder: string, ending: string): string[] =>
	existsSync(folder)
		? readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith(ending))
				.map((name) => join(folder, name))
				.sort()
		: [];

const isBuilt = (): boolean => {
	const marker = join(ROOT, 'dist/nodes');
	if (!existsSync(marker)) return false;
	const builtAt = newestOf(filesBelow(join(ROOT, 'dist'), '.js'));
	return ['core', 'bridge', 'nodes', 'credentials'].every((folder) => newestOf(filesBelow(join(ROOT, folder), '.ts')) <= builtAt);
};

const newestOf = (files: readonly string[]): number => Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
