import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findPostgres } from '../../../workshop/queue/programs';
import { openFolder, startDatabase, type Database } from '../../../workshop/queue/servers';
import { loopback } from '../../../workshop/ports';
import { folderFor, testedN8n } from './site';

/** Starts a new, empty PostgreSQL server for the tests of this version of n8n. */
export async function startDatabaseOfTests(): Promise<Database> {
	const folder = path.join(openFolder, `${path.basename(folderFor(testedN8n()))}-database`);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return await startDatabase(folder, await findPostgres((doing) => process.stdout.write(`  … ${doing}\n`)));
}

/** n8n's credential for a PostgreSQL database of this project. */
export const postgresCredential = ({ port, name, password }: Database) => ({
	name: 'PostgreSQL',
	type: 'postgres',
	data: { host: loopback, port, database: name, user: name, password, ssl: 'disable', allowUnauthorizedCerts: false, sshTunnel: false },
});
