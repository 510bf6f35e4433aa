/**
 * Checks the package that would be published, as n8n and npm will see it. Prints one line per check, and with `--json <file>` writes the
 * summary; exits with status 1 if a check failed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkout } from '../paths';
import { scan, scannedSource, scannedTarball } from './scan';
import { packPackage } from './tarball';

interface Manifest {
	name: string;
	files: string[];
	scripts?: Record<string, string>;
	dependencies?: object;
	optionalDependencies?: object;
	bundledDependencies?: unknown;
	overrides?: object;
	peerDependencies: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

/** A check returns its findings; none means that it passed. */
type Check = [title: string, findings: () => string[] | Promise<string[]>];

const required = ['package.json', 'README.md', 'LICENSE.md'];
/** The scripts that npm runs automatically on a user's machine, or while packing and publishing. */
const lifecycle = /^(pre|post)?(install|prepare|publish|pack|uninstall|version)$|^prepublishOnly$|^dependencies$/;

function filesBelow(folder: string, prefix = ''): string[] {
	return readdirSync(folder).flatMap((name) => {
		const file = path.join(folder, name);
		return statSync(file).isDirectory() ? filesBelow(file, `${prefix}${name}/`) : [`${prefix}${name}`];
	});
}

/** Every module that compiled code requires, except relative ones. */
function requiredPackages(folder: string, file: string): string[] {
	return [...readFileSync(path.join(folder, file), 'utf8').matchAll(/(?:require|import)\(\s*["']([^"'.][^"']*)["']\s*\)/g)].map(
		(match) => match[1] ?? '',
	);
}

/** The icons that a compiled node or credential names, but that n8n would not find. */
function missingIcons(folder: string, file: string): string[] {
	const named = [...readFileSync(path.join(folder, file), 'utf8').matchAll(/["']file:([^"']+)["']/g)].map((match) => match[1] ?? '');
	if (named.length === 0) return [`${file} has no icon`];
	return named
		.filter((icon) => !existsSync(path.resolve(folder, path.dirname(file), icon)))
		.map((icon) => `${file} refers to ${icon}, which is not in the package`);
}

function checksOf(folder: string): Check[] {
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
	const files = filesBelow(folder);
	const compiled = files.filter((file) => file.endsWith('.js'));
	const listed = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const scanned = async (where: string, patterns: string[]) => {
		const { files: read, findings } = await scan(where, patterns);
		return read === 0 ? ['no file was read'] : findings;
	};
	return [
		[
			'the tarball contains dist, package.json, README and LICENSE, and nothing else',
			() => [
				...files.filter((file) => !file.startsWith('dist/') && !required.includes(file)),
				...required.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
			],
		],
		[
			'dist contains compiled code, its types, icons, codex files and output schemas, and nothing else',
			() => files.filter((file) => file.startsWith('dist/') && !/\.(js|d\.ts|svg|node\.json)$|\/__schema__\/.*\.json$/.test(file)),
		],
		[
			'no runtime dependency, no override',
			() => (['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'] as const).filter((field) => field in manifest),
		],
		['n8n-workflow is the only peer dependency', () => Object.keys(manifest.peerDependencies).filter((name) => name !== 'n8n-workflow')],
		['no lifecycle script', () => Object.keys(manifest.scripts ?? {}).filter((name) => lifecycle.test(name))],
		[
			'compiled code requires n8n-workflow and node:crypto, and nothing else',
			() =>
				compiled.flatMap((file) =>
					requiredPackages(folder, file)
						.filter((name) => !['n8n-workflow', 'node:crypto'].includes(name))
						.map((name) => `${file} requires ${name}`),
				),
		],
		[
			'every listed node and credential exists, and every existing one is listed',
			() => [
				...listed.filter((file) => !files.includes(file)).map((file) => `${file} is listed but does not exist`),
				...files
					.filter((file) => /\.(node|credentials)\.js$/.test(file) && !listed.includes(file))
					.map((file) => `${file} exists but is not listed`),
			],
		],
		['every icon exists', () => listed.filter((file) => files.includes(file)).flatMap((file) => missingIcons(folder, file))],
		['every node has its codex file', () => manifest.n8n.nodes.map((file) => `${file}on`).filter((file) => !files.includes(file))],
		['the tarball passes the publish scan', async () => await scanned(folder, scannedTarball)],
		['the source passes the publish scan', async () => await scanned(checkout, scannedSource)],
	];
}

async function main(): Promise<void> {
	const { file } = await packPackage((doing) => process.stdout.write(`  … ${doing}\n`));
	const folder = mkdtempSync(path.join(tmpdir(), 'media-operations-package-'));
	const sum = { passed: 0, failed: 0 };
	try {
		execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
		for (const [title, look] of checksOf(folder)) {
			const findings = await look();
			process.stdout.write(`  ${findings.length === 0 ? '✓' : '✗'} ${title}\n${findings.map((finding) => `      ${finding}\n`).join('')}`);
			sum[findings.length === 0 ? 'passed' : 'failed'] += 1;
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	const json = process.argv.indexOf('--json');
	if (json > 0) writeFileSync(process.argv[json + 1] ?? '', JSON.stringify(sum));
	process.exitCode = sum.failed > 0 ? 1 : 0;
}

void main();
