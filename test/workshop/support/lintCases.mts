/**
 * Reads `[{file, code}]` as JSON on standard input, lints each piece of code as if it were in its file, and prints the rules that it
 * violates.
 */
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const cases = JSON.parse(readFileSync(0, 'utf8')) as Array<{ file: string; code: string }>;
// The files do not exist, so the rules that require types cannot check them.
const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked as never });
const broken = [];
for (const { file, code } of cases) {
	const results = await eslint.lintText(code, { filePath: file });
	broken.push(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId)));
}
process.stdout.write(JSON.stringify(broken));
