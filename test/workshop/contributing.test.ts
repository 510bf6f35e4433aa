/** Checks that all files, folders, npm scripts and identifiers on the contributor pages exist. Also runs the example on these pages. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createEngine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { startSandbox } from '../../workshop/sandboxProcess';
import { runBlock } from './support/examples';
import { blocksOf, readPages, ROOT, type Page } from './support/pages';

const NAMES = ['CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'workshop/README.md'];
const pages = readPages().filter(({ name }) => NAMES.includes(name));
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> };

/** Paths on the pages that a fresh checkout does not contain: build output, files in `.workshop/`, and files that the reader creates. */
const GENERATED_PATHS = ['dist/', 'home/', 'owner.json', 'e2e/', 'logs/', 'try.json'];

/** Text in backticks, outside fenced blocks. */
const codeIn = ({ text }: Page): string[] =>
	[...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

const isPath = (code: string): boolean =>
	/^[\w.][\w./<>-]*$/.test(code) &&
	(code.includes('/') || /\.(ts|js|mjs|json|md|yml)$/.test(code)) &&
	!/^(application|multipart)\//.test(code);

/** The files and folders that a page names and that do not exist. `<name>` is a placeholder, so only its folder has to exist. */
const missingPaths = (page: Page): string[] =>
	codeIn(page)
		.filter(isPath)
		.filter((code) => !GENERATED_PATHS.includes(code) && !code.startsWith('.workshop/'))
		.filter((code) => {
			const fixed = code.includes('<') ? path.posix.dirname(code.slice(0, code.indexOf('<') + 1)) : code;
			return ![ROOT, path.join(ROOT, path.dirname(page.name))].some((from) => existsSync(path.join(from, fixed)));
		});

/** The npm scripts that a page names and that package.json does not have. */
const missingScripts = ({ text }: Page): string[] =>
	[...text.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)/g)]
		.map(([, run, alone]) => run ?? alone ?? '')
		.filter((script) => !Object.hasOwn(scripts, script));

/** Each "`NAME` of `file`" and "`NAME` in `file`" whose file does not exist or does not contain the name. */
const missingNames = ({ text }: Page): string[] =>
	[...text.matchAll(/`([A-Za-z_]\w*)`\s+(?:of|in)\s+`([\w./-]+\.(?:ts|json))`/g)].flatMap(([, name = '', file = '']) =>
		existsSync(path.join(ROOT, file)) && new RegExp(`\\b${name}\\b`).test(readFileSync(path.join(ROOT, file), 'utf8'))
			? []
			: [`${name} of ${file}`],
	);

describe.each(pages.map((page) => [page.name, page] as const))('%s', (_name, page) => {
	it('names only files and folders that exist', () => {
		expect(codeIn(page).filter(isPath).length).toBeGreaterThan(5);
		expect(missingPaths(page)).toEqual([]);
	});

	it('names only npm scripts that exist', () => {
		expect(missingScripts(page)).toEqual([]);
	});

	it('names only identifiers that the named files contain', () => {
		expect(missingNames(page)).toEqual([]);
	});
});

describe('The pages for contributors', () => {
	it('are all checked', () => {
		expect(pages.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
		expect(missingNames(pages.find(({ name }) => name === 'CONTRIBUTING.md')!)).toEqual([]);
		expect(pages.flatMap(({ text }) => text.match(/`\w+`\s+(?:of|in)\s+`[\w./-]+\.(?:ts|json)`/g) ?? []).length).toBeGreaterThan(4);
	});

	it('are reported if they name something that does not exist', () => {
		const page: Page = {
			name: 'docs/ARCHITECTURE.md',
			text: '`core/nowhere.ts` `nodes/<name>/` `nowhere/<name>.ts` `npm run nothing`, `NOTHING` of `package.json`, `n8n` in `package.json`\n```\n`core/none.ts`\n```\n',
		};
		expect([missingPaths(page), missingScripts(page), missingNames(page)]).toEqual([
			['core/nowhere.ts', 'nowhere/<name>.ts'],
			['nothing'],
			['NOTHING of package.json'],
		]);
	});

	it('contain an example that runs against the sandbox', async () => {
		const [block, ...others] = pages.flatMap(blocksOf).filter(({ kind }) => kind === 'json node');
		expect(others).toEqual([]);
		const sandbox = await startSandbox();
		try {
			const { items, message } = await runBlock(await createEngine(loadPackage('sources')), sandbox, block!);
			expect(message).toBeUndefined();
			expect(items).toEqual([expect.objectContaining({ job_no: 342 })]);
		} finally {
			await sandbox.stop();
		}
	});
});
