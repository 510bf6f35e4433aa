import { spawnSync } from 'node:child_process';
import path from 'node:path';

const checkout = path.resolve(__dirname, '../..');
const arrow = '@typescript-eslint/no-restricted-imports';

/** Each line: a file, the import in it, and whether the architecture allows it. */
const lines: Array<[file: string, wanted: string, allowed: boolean]> = [
	['core/wire/x.ts', "import { a } from '../catalog';", true],
	['core/wire/x.ts', "import { a } from 'node:crypto';", false],
	['core/wire/x.ts', "import { a } from 'n8n-workflow';", false],
	['core/wire/x.ts', "import { a } from '../../bridge/http/transport';", false],
	['bridge/x.ts', "import { a } from '../core/catalog';", true],
	['bridge/x.ts', "import { a } from 'n8n-workflow';", true],
	['bridge/x.ts', "import { a } from 'axios';", false],
	['bridge/properties/x.ts', "import { a } from '../../nodes/MediaOperations/a';", false],
	['nodes/MediaOperations/x.ts', "import { a } from '../../bridge/run/runItems';", true],
	['nodes/MediaOperations/x.ts', "import type { a } from '../../core/catalog';", true],
	['nodes/MediaOperations/x.ts', "import { a } from '../../core/catalog';", false],
	['credentials/x.ts', "import { a } from '../sandbox/app';", false],
	['sandbox/plugins/x.ts', "import { a } from '../../core/catalog';", true],
	['sandbox/plugins/x.ts', "import { a } from 'fastify';", true],
	['sandbox/plugins/x.ts', "import { a } from '../../core/wire/query';", false],
	['sandbox/plugins/x.ts', "import { a } from '../../bridge/http/transport';", false],
];

describe('The import boundaries between the layers', () => {
	let broken: string[][];

	beforeAll(() => {
		const cases = lines.map(([file, wanted]) => ({
			file,
			code: `${wanted}\nexport const use = a;\n`.replace('= a;', wanted.startsWith('import type') ? 'null as unknown as a;' : '= a;'),
		}));
		const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', path.join(__dirname, 'support/lintCases.mts')], {
			cwd: checkout,
			input: JSON.stringify(cases),
			encoding: 'utf8',
		});
		if (!stdout) throw new Error(stderr);
		broken = JSON.parse(stdout) as string[][];
	});

	it.each(lines.map(([file, wanted, allowed], index) => [allowed ? 'allow' : 'reject', wanted, file, index] as const))(
		'%s "%s" in %s',
		(verdict, _wanted, _file, index) => {
			expect((broken[index] ?? []).includes(arrow)).toBe(verdict === 'reject');
		},
	);
});

it("n8n's lint rules apply to published code even if a comment disables them", () => {
	const input = JSON.stringify([
		{ file: 'nodes/MediaOperations/x.ts', code: '// eslint-disable-next-line\nexport const wait = setTimeout;\n' },
	]);
	const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', path.join(__dirname, 'support/lintCases.mts')], {
		cwd: checkout,
		input,
		encoding: 'utf8',
	});
	expect((JSON.parse(stdout) as string[][])[0]).toContain('@n8n/community-nodes/no-restricted-globals');
});
