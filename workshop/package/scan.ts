import { n8nCommunityNodesPlugin as community } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import { defineConfig } from 'eslint/config';
import n8nBase from 'eslint-plugin-n8n-nodes-base';
import ts from 'typescript-eslint';

/** The rules of n8n's publish scanner (`@n8n/scan-community-package`). The scanner turns off five rules; this check turns off only four. */
const rules = defineConfig(
	{ ...community.configs.recommended, plugins: { ...community.configs.recommended.plugins, 'n8n-nodes-base': n8nBase } },
	{ rules: { 'no-console': 'error' } },
	{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser: ts.parser as never } },
	{ files: ['package.json'], rules: n8nBase.configs.community.rules },
	{
		files: ['**/credentials/**/*.ts'],
		rules: {
			...n8nBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['**/nodes/**/*.ts'],
		rules: {
			...n8nBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);

/** The files that the scanner reads in the source and in the tarball. */
export const scannedSource = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
export const scannedTarball = ['package.json', '**/*.js'];

/**
 * Reads the files as n8n's publish scanner does: no comment in a file can disable a rule. Warnings count too, because a reviewer will read
 * them.
 * @returns one line per finding, and how many files were read
 */
export async function scan(folder: string, patterns: string[]): Promise<{ files: number; findings: string[] }> {
	const eslint = new ESLint({ cwd: folder, allowInlineConfig: false, overrideConfigFile: true, overrideConfig: rules as never });
	const results = await eslint.lintFiles(patterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => `${filePath.slice(folder.length + 1)}:${line} ${message} (${ruleId ?? 'not readable'})`),
	);
	return { files: results.length, findings };
}
