import { createContext, Script } from 'node:vm';

import { setSafeRegexEngine, type INodeType } from 'n8n-workflow';

import { createEngine, type Engine } from '../../workshop/engine/engine';
import { loadPackage, type PackageTypes } from '../../workshop/engine/packageTypes';
import { duringTests } from './duringTests';

/**
 * The longest time for one regular expression (ms). n8n's own limit is 250 ms of clock time, and on a busy machine a process can pause that
 * long at any moment. An expression that never ends still fails.
 */
const REGEX_LIMIT_MS = 5_000;

const script = new Script('run()');
const context = createContext({ run: (): unknown => undefined });
const inTime = <Result>(run: () => Result): Result => {
	context.run = run;
	return script.runInContext(context, { timeout: REGEX_LIMIT_MS }) as Result;
};
setSafeRegexEngine({
	exec: (pattern, input, flags) => inTime(() => new RegExp(pattern, flags).exec(input)),
	test: (pattern, input, flags) => inTime(() => new RegExp(pattern, flags).test(input)),
	replace: (pattern, input, flags, replacement) => inTime(() => input.replace(new RegExp(pattern, flags), replacement)),
	matchAll: (pattern, input, flags = '') => inTime(() => [...input.matchAll(new RegExp(pattern, `${flags.replace('g', '')}g`))]),
	split: (pattern, input, flags) => inTime(() => input.split(new RegExp(pattern, flags))),
});

/** n8n's engine with the sources of the package, for the tests of a file or block; `withMore` adds nodes. */
export const engineForTests = (withMore: (types: PackageTypes) => PackageTypes = (types) => types): Engine =>
	duringTests(async () => await createEngine(withMore(loadPackage('sources'))));

/** The package's nodes and additional nodes. */
export const withNodes = (types: PackageTypes, more: Iterable<readonly [string, INodeType]>): PackageTypes => ({
	...types,
	nodes: new Map([...types.nodes, ...more]),
});

/** Adds a tool variant of every node that can be a tool, as n8n does. */
export const withTools = (types: PackageTypes): PackageTypes =>
	withNodes(
		types,
		[...types.nodes]
			.filter(([, { description }]) => description.usableAsTool)
			.map(([name, node]) => [
				`${name}Tool`,
				Object.create(node, { description: { value: { ...node.description, name: `${name}Tool` } } }) as INodeType,
			]),
	);
