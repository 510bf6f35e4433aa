import path from 'node:path';
import { bundleSandbox } from '../../workshop/bundleSandbox';
import { stateFolder } from '../../workshop/paths';
import { SANDBOX_BUNDLE } from '../../workshop/sandboxProcess';

/** Bundles the sandbox once for all tests: about a hundred sandboxes start during a run. */
export async function useSandboxBundle(): Promise<void> {
	// Node caches compiled code here, so that later processes start faster.
	process.env.NODE_COMPILE_CACHE = path.join(stateFolder, 'cache', 'node');
	process.env[SANDBOX_BUNDLE] = await bundleSandbox();
}
