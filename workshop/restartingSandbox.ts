import { type SandboxControl, type SandboxProcess, startSandbox } from './sandboxProcess';

/** A sandbox that restarts on the same port, with new demo data. */
export class RestartingSandbox {
	private work: Promise<void> = Promise.resolve();

	private constructor(
		private readonly port: number,
		private readonly report: (line: string) => void,
		private current: SandboxProcess,
		/** Restores the settings that a restart loses. */
		private prepare: (control: SandboxControl) => Promise<void> = async () => await Promise.resolve(),
	) {}

	static async start(port: number, report: (line: string) => void): Promise<RestartingSandbox> {
		return new RestartingSandbox(port, report, await startSandbox({ args: ['--port', String(port)] }));
	}

	/** Sets up the sandbox now and after each restart. */
	async prepareWith(prepare: (control: SandboxControl) => Promise<void>): Promise<void> {
		this.prepare = prepare;
		await prepare(this.current.control);
	}

	get url(): string {
		return this.current.url;
	}

	/**
	 * Restarts the sandbox after earlier restarts are complete. Reports a failed restart; the caller can then call `restart` again.
	 */
	restart(): void {
		this.work = this.work.then(async () => {
			try {
				await this.current.stop();
				this.current = await startSandbox({ args: ['--port', String(this.port)] });
				await this.prepare(this.current.control);
				this.report(`the sandbox has restarted: ${this.url}`);
			} catch (cause) {
				this.report((cause as Error).message);
			}
		});
	}

	async stop(): Promise<void> {
		await this.work;
		await this.current.stop();
	}
}
