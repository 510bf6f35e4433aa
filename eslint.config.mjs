/**
 * Two kinds of code, two sets of rules.
 *
 * What is published (core, bridge, nodes, credentials) obeys n8n's own rules for community nodes (all but one that
 * contradicts three others, see there), and the arrows between the layers. What is not (sandbox, workshop, bench, test) obeys
 * the general rules, and the sandbox its own arrow: it may read the catalogue and nothing else, so that it can never agree
 * with a fault in the core.
 */
import js from '@eslint/js';
import { n8nCommunityNodesPlugin as community } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nBase from 'eslint-plugin-n8n-nodes-base';
import ts from 'typescript-eslint';

const published = ['core/**/*.ts', 'bridge/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];

/** A relative path that leaves its own folder for one of the given top folders. */
const into = (...folders) => `^(\\.\\./)+(${folders.join('|')})(/|$)`;

/** Anything that is not a relative path, except the named packages. */
const packagesBut = (...names) => `^(?!\\.|(${names.join('|')})(/|$))`;
const anyPackage = '^[^.]';

/** The layer arrow of some folders: what may not be imported there, each with the reason. */
const arrow = (files, ...patterns) => ({
	files,
	rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
});

const without = (message, ...names) => ({ 'no-restricted-globals': ['error', ...names.map((name) => ({ name, message }))] });

const parameterRules = Object.fromEntries(
	Object.entries(n8nBase.configs.nodes.rules).filter(([name]) => name.startsWith('n8n-nodes-base/node-param-')),
);

export default defineConfig(
	globalIgnores(['dist', 'coverage', '.workshop', 'node_modules', 'workshop/n8n/node_modules', 'docs']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, ts.configs.recommended],
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			eqeqeq: 'error',
		},
	},
	{
		files: published,
		extends: [community.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nBase },
		linterOptions: { noInlineConfig: true },
		rules: {
			'no-console': 'error',
			...without('Requests go through the transport, and modules through import.', 'fetch', 'require', 'module'),
		},
	},
	{
		files: ['core/**/*.ts'],
		rules: without(
			'The core runs on what it is handed, never on the globals of a runtime.',
			'Buffer',
			'console',
			'fetch',
			'performance',
			'queueMicrotask',
			'require',
			'module',
		),
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nBase.configs.credentials.rules,
			// The one rule that is off, as in n8n's own configuration for community nodes: it wants the documentation address in
			// camel case («httpsGithubCom…»), as the pages of n8n's own repository are named, while three others, all on, want
			// an address that stands there literally and begins with http. No text is both.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{ files: ['nodes/**/*.ts'], rules: n8nBase.configs.nodes.rules },
	{ files: ['bridge/**/*.ts'], rules: parameterRules },
	{
		files: ['package.json'],
		extends: [community.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nBase },
		languageOptions: { parser: ts.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nBase.configs.community.rules,
	},
	arrow(
		['core/**/*.ts'],
		{
			regex: anyPackage,
			message: 'The core is pure TypeScript: no package and no Node module. Transport, sleep, clock and random are handed in.',
		},
		{ regex: into('bridge', 'nodes', 'credentials', 'sandbox', 'workshop', 'bench', 'test'), message: 'The core knows no other layer.' },
	),
	arrow(
		['bridge/**/*.ts'],
		{ regex: packagesBut('n8n-workflow'), message: 'The bridge may use n8n-workflow and nothing else.' },
		{
			regex: into('nodes', 'credentials', 'sandbox', 'workshop', 'bench', 'test'),
			message: 'The bridge knows the core and n8n, not what stands on it.',
		},
	),
	arrow(
		['nodes/**/*.ts', 'credentials/**/*.ts'],
		{ regex: packagesBut('n8n-workflow'), message: 'A node or a credential may use n8n-workflow and nothing else.' },
		{ regex: into('sandbox', 'workshop', 'bench', 'test'), message: 'Nothing published may use what is not.' },
		{ regex: into('core'), message: 'Nodes and credentials speak to the bridge; of the core they may use types.', allowTypeImports: true },
	),
	arrow(
		['sandbox/**/*.ts'],
		{
			regex: '^(\\.\\./)+core/(?!catalog(/|$))',
			message: 'The sandbox reads the catalogue and nothing else of the core, so that it cannot share its faults.',
		},
		{ regex: into('bridge', 'nodes', 'credentials', 'workshop', 'bench', 'test'), message: 'The sandbox knows the catalogue alone.' },
	),
	{
		files: ['**/*.ts'],
		ignores: published,
		rules: {
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
			// What is loaded as n8n loads it, or before there is a compiler, is loaded by require.
			'@typescript-eslint/no-require-imports': 'off',
		},
	},
	{
		files: ['**/*.js'],
		extends: [js.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: Object.fromEntries(
				['process', 'console', 'Buffer', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'fetch', 'URL', '__dirname'].map(
					(name) => [name, 'readonly'],
				),
			),
		},
	},
	{ files: ['**/*.mjs'], extends: [js.configs.recommended] },
);
