/**
 * What ESLint does not see from a single file: import cycles, and the order of the layers of the core. `npm run lint` checks it.
 * The boundaries between the folders are in eslint.config.mjs, where an editor shows them.
 */
'use strict';

/** The layers of the core, lowest first: each may import only those below it. */
const LAYERS = ['catalog', 'model', 'files', 'wire', 'definition', 'http', 'operations', 'events'];

module.exports = {
	forbidden: [
		{
			name: 'no-cycles',
			comment: 'Files that import each other, even only their types, cannot be read or changed one at a time.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...LAYERS.slice(0, -1).map((layer, index) => ({
			name: `core-${layer}`,
			comment: `core/${layer} may import only layers below it (docs/ARCHITECTURE.md).`,
			severity: 'error',
			from: { path: `^core/${layer}/` },
			to: { path: `^core/(${LAYERS.slice(index + 1).join('|')})/` },
		})),
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: '(^|/)dist/',
		includeOnly: '^(core|bridge|nodes|credentials|sandbox|workshop/[^/]+\\.|workshop/(?!n8n|node-cli)[^/]+/|bench|test)',
		tsConfig: { fileName: 'tsconfig.workshop.json' },
	},
};
