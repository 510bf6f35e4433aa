import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { shown, stateFolder } from '../paths';
import { freePort, loopback } from '../ports';
import { startProgram, stoppingOnFailure, waitUntilReady } from '../processes';
import type { PostgresPrograms, Programs } from './programs';

const run = promisify(execFile);
const startLimit = 60_000;
const user = 'n8n';

/** The folder for the servers' data. PostgreSQL's user must have access to it. */
export const openFolder = process.env.SERVER_DATA_FOLDER ? path.resolve(process.env.SERVER_DATA_FOLDER) : stateFolder;

/** A PostgreSQL server of this project. */
export interface Database {
	/** The environment variables with which n8n finds the database. */
	env: NodeJS.ProcessEnv;
	/** The server's port, the name of both the database and the user, and the user's password. */
	readonly port: number;
	readonly name: string;
	readonly password: string;
	/** The rows of a query, as JSON. */
	rows<Row>(select: string): Promise<Row[]>;
	stop(): Promise<void>;
}

/** A Redis server of this project. */
export interface Queue {
	env: NodeJS.ProcessEnv;
	stop(): Promise<void>;
}

/** Runs a program to completion. If it fails, its output is part of the error message. */
async function finish(words: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
	const [program = '', ...args] = words;
	try {
		return (await run(program, args, { cwd, env, maxBuffer: 1e8 })).stdout;
	} catch (cause) {
		const { stderr = '', message } = cause as { stderr?: string; message: string };
		throw new Error(`"${path.basename(words.find((word) => word.startsWith('/')) ?? program)}" failed: ${stderr.trim() || message}`);
	}
}

async function idOf(flag: '-u' | '-g', cwd: string): Promise<number> {
	return Number(await finish(['id', flag, 'postgres'], cwd, process.env));
}

/** Creates PostgreSQL's folder. Only PostgreSQL's user has access to it, and that user must also have access to the parent folders. */
async function ownedFolder(folder: string, { asPostgres }: PostgresPrograms): Promise<void> {
	mkdirSync(folder, { recursive: true });
	chmodSync(folder, 0o700);
	if (asPostgres.length === 0) return;
	chownSync(folder, await idOf('-u', folder), await idOf('-g', folder));
	await run(asPostgres[0] as string, [...asPostgres.slice(1), 'test', '-w', folder], { cwd: '/' }).catch(() => {
		throw new Error(
			`The user "postgres" cannot access ${folder}, because a parent folder is closed to other users. Set SERVER_DATA_FOLDER to a folder that is open to everyone.`,
		);
	});
}

/** Starts a new, empty PostgreSQL server on a free local port. With the default durability, a confirmed write is on disk. */
export async function startDatabase(folder: string, programs: PostgresPrograms): Promise<Database> {
	const { asPostgres, postgresFolder } = programs;
	const home = path.join(folder, 'postgres');
	const data = path.join(home, 'data');
	const logFile = path.join(folder, 'logs', 'postgres.log');
	const password = randomBytes(12).toString('hex');
	const of = (program: string) => path.join(postgresFolder, program);
	await ownedFolder(home, programs);
	const passwordFile = path.join(home, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (asPostgres.length > 0) chownSync(passwordFile, await idOf('-u', home), await idOf('-g', home));
	// The server's messages are in English, regardless of the machine's language.
	const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
	await finish(
		[
			...asPostgres,
			of('initdb'),
			'-D',
			data,
			'-U',
			user,
			'-E',
			'UTF8',
			'-A',
			'scram-sha-256',
			`--pwfile=${passwordFile}`,
			'--no-instructions',
		],
		home,
		env,
	);
	rmSync(passwordFile);

	// The port is chosen only now, because `initdb` takes seconds, and another program could use the port in the meantime.
	const port = await freePort();
	const [first = '', ...rest] = [
		...asPostgres,
		of('postgres'),
		'-D',
		data,
		'-p',
		String(port),
		'-c',
		`listen_addresses=${loopback}`,
		'-c',
		'unix_socket_directories=',
		'-c',
		'max_connections=100',
	];
	const program = startProgram({ title: 'PostgreSQL', program: first, args: rest, cwd: home, env, logFile });
	const psql = async (database: string, sql: string) =>
		await finish(
			[
				of('psql'),
				'-X',
				'-q',
				'-A',
				'-t',
				'-v',
				'ON_ERROR_STOP=1',
				'-h',
				loopback,
				'-p',
				String(port),
				'-U',
				user,
				'-d',
				database,
				'-c',
				sql,
			],
			folder,
			{ ...env, PGPASSWORD: password, PGCONNECT_TIMEOUT: '5' },
		);
	const responds = async () =>
		await psql('postgres', 'select 1').then(
			() => true,
			() => false,
		);
	await waitUntilReady('PostgreSQL', program, shown(logFile), responds, startLimit);
	await stoppingOnFailure(program.stop, async () => await psql('postgres', `create database ${user}`));
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: loopback,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: user,
			DB_POSTGRESDB_USER: user,
			DB_POSTGRESDB_PASSWORD: password,
		},
		port,
		name: user,
		password,
		rows: async <Row>(select: string) =>
			JSON.parse((await psql(user, `select coalesce(json_agg(row), '[]') from (${select}) row`)) || '[]') as Row[],
		stop: async () => await program.stop(),
	};
}

/** Sends the password and PING to Redis. Returns whether it responds. */
async function pings(port: number, password: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, loopback, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
		let said = '';
		socket.setTimeout(2_000, () => socket.destroy());
		socket.on('data', (piece: Buffer) => {
			said += piece.toString('latin1');
			if (said.includes('+PONG')) socket.destroy();
		});
		socket.on('error', () => undefined); // Nothing is listening yet. The "close" event, which follows, resolves the promise.
		socket.on('close', () => resolve(said.includes('+PONG')));
	});
}

/** Starts a new, empty Redis server on a free local port. */
export async function startQueue(folder: string, { redisServer }: Pick<Programs, 'redisServer'>): Promise<Queue> {
	const home = path.join(folder, 'redis');
	const logFile = path.join(folder, 'logs', 'redis.log');
	const password = randomBytes(12).toString('hex');
	const port = await freePort();
	mkdirSync(home, { recursive: true });
	// The password is in a file, because everyone on the machine can read the arguments of a command.
	const settings = path.join(home, 'redis.conf');
	writeFileSync(
		settings,
		[`bind ${loopback}`, `port ${port}`, `requirepass ${password}`, `dir ${home}`, 'appendonly yes', 'appendfsync everysec', ''].join('\n'),
		{ mode: 0o600 },
	);
	const program = startProgram({
		title: 'Redis',
		program: redisServer,
		args: [settings],
		cwd: home,
		env: { PATH: process.env.PATH },
		logFile,
	});
	await waitUntilReady('Redis', program, shown(logFile), async () => await pings(port, password), startLimit);
	return {
		env: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: loopback,
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		stop: async () => await program.stop(),
	};
}
