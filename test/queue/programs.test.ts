import type { Machine } from '../../workshop/queue/programs';
import { findPostgres, findPrograms } from '../../workshop/queue/programs';

const silent = () => undefined;
const neverInstall = async (): Promise<void> => {
	throw new Error('Nothing was to be installed.');
};
const machine = (changes: Partial<Machine>): Machine => ({
	isRoot: true,
	isDebian: true,
	postgresFolder: () => '/pg/bin',
	redisServer: () => '/bin/redis-server',
	hasPostgresUser: () => true,
	...changes,
});

describe('PostgreSQL and Redis in queue mode', () => {
	it('are used if they are installed', async () => {
		expect(await findPrograms(silent, machine({}), neverInstall)).toEqual({
			postgresFolder: '/pg/bin',
			redisServer: '/bin/redis-server',
			asPostgres: ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'],
		});
	});

	it('run as the current user, unless it is root', async () => {
		expect((await findPrograms(silent, machine({ isRoot: false, hasPostgresUser: () => false }), neverInstall)).asPostgres).toEqual([]);
	});

	it('are installed from Debian packages if the user is root, but only those that are missing', async () => {
		const installed: string[] = [];
		const redis = () => (installed.includes('redis-server') ? '/bin/redis-server' : undefined);
		await findPrograms(silent, machine({ redisServer: redis }), async (packages) => void installed.push(...packages));
		expect(installed).toEqual(['redis-server']);
	});

	it('are installed separately: Redis is not installed if only PostgreSQL is used', async () => {
		const installed: string[] = [];
		const postgres = () => (installed.includes('postgresql') ? '/pg/bin' : undefined);
		const found = await findPostgres(
			silent,
			machine({ postgresFolder: postgres, redisServer: () => undefined }),
			async (packages) => void installed.push(...packages),
		);
		expect(installed).toEqual(['postgresql']);
		expect(found.postgresFolder).toBe('/pg/bin');
	});

	it('are not used while another run is installing them', async () => {
		let [unpacked, configured] = [false, false];
		const shared = machine({ postgresFolder: () => (unpacked ? '/pg/bin' : undefined), hasPostgresUser: () => configured });
		let begin = (): void => undefined;
		const begun = new Promise<void>((resolve) => (begin = resolve));
		const first = findPostgres(silent, shared, async () => {
			unpacked = true;
			begin();
			await new Promise((resolve) => setTimeout(resolve, 300));
			configured = true;
		});
		await begun;
		expect([(await findPostgres(silent, shared, neverInstall)).postgresFolder, (await first).postgresFolder]).toEqual([
			'/pg/bin',
			'/pg/bin',
		]);
	});

	it('are reported as missing if the user is not root, with the command that installs them', async () => {
		const missing = findPrograms(
			silent,
			machine({ isRoot: false, redisServer: () => undefined, postgresFolder: () => undefined }),
			neverInstall,
		);
		await expect(missing).rejects.toThrow(
			/PostgreSQL[^]*"postgresql"[^]*Redis[^]*"redis-server"[^]*apt-get install -y --no-install-recommends postgresql redis-server/,
		);
	});

	it('are reported as missing on systems other than Debian, without a command that does not work there', async () => {
		const missing = findPrograms(silent, machine({ isDebian: false, redisServer: () => undefined }), neverInstall);
		await expect(missing).rejects.toThrow(/Missing on this machine:\n {2}- Redis/);
		await expect(missing).rejects.not.toThrow(/apt-get/);
	});

	it('are reported as missing if their packages do not contain them', async () => {
		await expect(findPrograms(silent, machine({ redisServer: () => undefined }), async () => undefined)).rejects.toThrow(
			/redis-server is not in PATH/,
		);
	});

	it('require a user "postgres" if the current user is root, because PostgreSQL refuses to run as root', async () => {
		await expect(findPrograms(silent, machine({ hasPostgresUser: () => false }), neverInstall)).rejects.toThrow(
			/useradd --system postgres/,
		);
	});
});
