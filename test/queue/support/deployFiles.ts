import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../../../workshop/paths';

const folder = path.join(checkout, 'deploy');
/** A file in the `deploy` folder. */
export const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** The variables of .env.example. */
export const example = Object.fromEntries(
	[...read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]),
);

/** Every variable that n8n's configuration reads, found in the code of the installed n8n packages. */
export const knownToN8n = (): Set<string> => {
	const packages = ['@n8n/config/dist', 'n8n-core/dist'].map((name) => path.join(checkout, 'node_modules', name));
	const files = packages.flatMap((from) =>
		readdirSync(from, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.map((file) => path.join(from, file)),
	);
	return new Set(
		files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/Env\)\('([A-Z0-9_]+)'/g)].map(([, name]) => name as string)),
	);
};
/** Variables of packages that are in a complete n8n installation, but not in this checkout. */
export const readElsewhere = [
	'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
	'N8N_EXTERNAL_STORAGE_S3_HOST',
	'N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME',
	'N8N_EXTERNAL_STORAGE_S3_BUCKET_REGION',
	'N8N_EXTERNAL_STORAGE_S3_ACCESS_KEY',
	'N8N_EXTERNAL_STORAGE_S3_ACCESS_SECRET',
];
