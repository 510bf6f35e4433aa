import type { Release } from '../../core/catalog';
import { type SandboxProcess, type SandboxSettings, startSandbox } from '../../workshop/sandboxProcess';
import { allStarted } from './allStarted';
import { duringTests } from './duringTests';

/** A sandbox that runs during the tests of a file or block. */
export const sandboxForTests = (settings: SandboxSettings = {}): SandboxProcess =>
	duringTests(
		async () => await startSandbox(settings),
		async (sandbox) => await sandbox.stop(),
	);

/** One sandbox for each of these releases. */
export const sandboxesForTests = <Which extends Release>(releases: readonly Which[]): Readonly<Record<Which, SandboxProcess>> =>
	duringTests(
		async () =>
			Object.fromEntries(
				(await allStarted(releases.map(async (release) => await startSandbox({ release })))).map((sandbox, index) => [
					releases[index],
					sandbox,
				]),
			) as Record<Which, SandboxProcess>,
		async (sandboxes) => await Promise.all(Object.values<SandboxProcess>(sandboxes).map(async (sandbox) => await sandbox.stop())),
	);
