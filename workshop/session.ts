import { tryLockAfterKill } from './install/lock';
import { StepError } from './steps';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Stoppable {
	stop(): Promise<unknown>;
}

/** The programs that a script runs until you press Ctrl+C. They are stopped in reverse order, even if the script fails. */
export class Session {
	private readonly running: Stoppable[] = [];
	private isStopping = false;

	/** Runs `main` as the only session with this lock file, and stops the programs that `main` added. Returns the exit status. */
	static async run(lockFile: string, alreadyRunning: string, main: (session: Session) => Promise<number>): Promise<number> {
		const release = await tryLockAfterKill(lockFile);
		if (!release) {
			process.stderr.write(`${alreadyRunning}\n`);
			return 1;
		}
		const session = new Session();
		session.add({ stop: async () => await Promise.resolve(release()) });
		for (const signal of STOP_SIGNALS) process.on(signal, session.stopEarly);
		try {
			return await main(session);
		} catch (cause) {
			process.stderr.write(`\n${cause instanceof StepError ? cause.message : String((cause as Error).stack)}\n`);
			return 1;
		} finally {
			await session.stopAll();
		}
	}

	/** Registers a program that the session stops at the end, and returns it. */
	add<Program extends Stoppable>(program: Program): Program {
		this.running.push(program);
		return program;
	}

	/** Resolves when the user asks to stop. Rejects with the reason of `failure` if `failure` rejects first. */
	async untilStopped(failure: Promise<never>): Promise<void> {
		// Ctrl+C sends several signals: the terminal sends one, and npm and `run.js` forward it. The listener stays,
		// because the second signal would otherwise end this process before n8n has stopped.
		const asked = new Promise<void>((resolve) => {
			for (const signal of STOP_SIGNALS) process.off(signal, this.stopEarly).on(signal, resolve);
		});
		await Promise.race([asked, failure]);
		process.stdout.write('\n  stopping …\n');
	}

	private async stopAll(): Promise<void> {
		for (const program of this.running.splice(0).reverse()) await program.stop();
	}

	/** Stops the started programs if the user requests it during startup. */
	private readonly stopEarly = (): void => {
		if (this.isStopping) return;
		this.isStopping = true;
		process.stdout.write('\n  stopping …\n');
		void this.stopAll().finally(() => process.exit(130));
	};
}
