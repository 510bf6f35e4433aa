import { spawnSync } from 'node:child_process';

/** An n8n container image, and the program that runs it. */
export interface ContainerImage {
	/** The name of the engine's program: `docker` or `podman`. */
	engine: string;
	image: string;
}

const ENGINES = ['docker', 'podman'];
const HOME_IN_CONTAINER = '/home/media-operations';
/** The variables of an n8n process that also apply in a container. */
const FOR_N8N = /^(N8N_|WEBHOOK_URL$|GENERIC_TIMEZONE$)/;
/** These variables name files or modules of an n8n installation outside the container. */
const NOT_IN_CONTAINER = ['N8N_USER_FOLDER', 'N8N_DISABLED_MODULES'];

/** The first engine that works; undefined if there is none. `ps` fails if only the client is installed, without a running server. */
export function findEngine(env: NodeJS.ProcessEnv = process.env): string | undefined {
	return ENGINES.find((engine) => spawnSync(engine, ['ps'], { env, stdio: 'ignore', timeout: 30_000 }).status === 0);
}

/**
 * The command that runs n8n in a container until it receives a signal. The container uses this machine's network, so that n8n reaches the
 * sandbox, and runs as the current user, so that its files can be removed. The arguments contain only the names of inherited variables,
 * because other users can read the arguments of a process.
 */
export function containerCommand(
	{ engine, image }: ContainerImage,
	home: string,
	environment: NodeJS.ProcessEnv,
): { program: string; args: string[]; env: NodeJS.ProcessEnv } {
	const names = Object.keys(environment).filter((name) => FOR_N8N.test(name) && !NOT_IN_CONTAINER.includes(name));
	const inContainer = [`HOME=${HOME_IN_CONTAINER}`, `N8N_USER_FOLDER=${HOME_IN_CONTAINER}`, 'N8N_UNVERIFIED_PACKAGES_ENABLED=true'];
	return {
		program: engine,
		args: [
			'run',
			'--rm',
			'--network=host',
			`--user=${process.getuid?.()}:${process.getgid?.()}`,
			...(engine === 'podman' ? ['--userns=keep-id'] : []),
			`--volume=${home}:${HOME_IN_CONTAINER}:z`,
			...[...names, ...inContainer].map((each) => `--env=${each}`),
			image,
		],
		env: environment,
	};
}
