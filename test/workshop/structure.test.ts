/** The tools that check the structure find the violations that they are meant to find. `npm run lint` runs them on the project. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkout } from '../../workshop/paths';

describe('The structure checks', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'structure-'));
		for (const file of ['.dependency-cruiser.cjs', 'knip.json', 'package.json', 'tsconfig.json', 'tsconfig.workshop.json'])
			cpSync(path.join(checkout, file), path.join(folder, file));
		symlinkSync(path.join(checkout, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
		const files = {
			'core/catalog/upward.ts': "import type { Read } from '../operations/read';\nexport type Entry = Read;\n",
			'core/operations/read.ts': "import { one } from './cycle';\nexport type Read = typeof one;\nexport const unused = 1;\n",
			'core/operations/cycle.ts': "import type { Read } from './read';\nexport const one = 1 as unknown as Read;\n",
			'nodes/Main/Main.node.ts': "import type { Entry } from '../../core/catalog/upward';\nexport class Main { entry?: Entry }\n",
		};
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
			writeFileSync(path.join(folder, name), text);
		}
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	/** Runs one of the project's programs on the folder. Removes the colors that Jest requests in a terminal and on CI servers. */
	const run = (program: string, ...args: string[]): { status: number | null; stdout: string } => {
		const { status, stdout } = spawnSync(path.join(checkout, 'node_modules/.bin', program), args, { cwd: folder, encoding: 'utf8' });
		return { status, stdout: stripVTControlCharacters(stdout) };
	};

	it('reject cycles and upward imports in the core, including type imports', () => {
		const { status, stdout } = run('depcruise', '--output-type', 'err', '--no-cache', 'core', 'nodes');
		expect(stdout).toMatch(/error no-cycles: core\/operations\/cycle\.ts/);
		expect(stdout).toMatch(/error core-catalog: core\/catalog\/upward\.ts → core\/operations\/read\.ts/);
		expect(stdout).toContain('(2 errors, 0 warnings)');
		expect(status).not.toBe(0);
	});

	it('reject unused exports', () => {
		const { status, stdout } = run('knip', '--no-progress', '--include', 'exports,types');
		expect(stdout).toMatch(/Unused exports \(1\)\nunused .*core\/operations\/read\.ts/);
		expect(status).toBe(1);
	});
});
