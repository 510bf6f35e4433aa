/**
 * `npm run lint` also checks these rules about import cycles and about the folders inside core and bridge. The boundaries between the
 * top-level folders are in eslint.config.mjs, so that editors show violations.
 */
'use strict';

/** The layers of core and bridge, lowest first: each may import only the layers before it. */
const LAYERS = {
	core: ['catalog', 'model', 'files', 'wire', 'definition', 'http', 'operations', 'import', 'events', 'check'],
	bridge: ['secrets', 'site', 'signIn', 'http', 'properties', 'run', 'panel', 'triggers', 'actions'],
};

const layerRules = (root, layers) =>
	layers.slice(0, -1).map((layer, index) => ({
		name: `${root}-${layer}`,
		comment: `${root}/${layer} may import only lower layers (docs/ARCHITECTURE.md).`,
		severity: 'error',
		from: { path: `^${root}/${layer}/` },
		to: { path: `^${root}/(${layers.slice(index + 1).join('|')})/` },
	}));

module.exports = {
	forbidden: [
		{
			name: 'no-cycles',
			comment: 'Files that import each other, even only their types, cannot be read or changed one at a time.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...Object.entries(LAYERS).flatMap(([root, layers]) => layerRules(root, layers)),
		{
			name: 'bridge-actions',
			comment: 'The action nodes and the triggers do not use each other.',
			severity: 'error',
			from: { path: '^bridge/actions/' },
			to: { path: '^bridge/triggers/' },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: '(^|/)dist/',
		includeOnly: '^(core|bridge|nodes|credentials|sandbox|workshop/[^/]+\\.|workshop/(?!n8n|node-cli|newman)[^/]+/|bench|test)',
		tsConfig: { fileName: 'tsconfig.workshop.json' },
	},
};
