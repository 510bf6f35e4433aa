import path from 'node:path';
import { bundleEngine } from '../../workshop/bundleEngine';
import { bundleSandbox } from '../../workshop/bundleSandbox';
import { stateFolder } from '../../workshop/paths';
import { SANDBOX_BUNDLE } from '../../workshop/sandboxProcess';

/** Bundles n8n's engine and the sandbox once for all tests: about a hundred sandboxes start during a run. */
export default async function prepare(): Promise<void> {
	// Node caches compiled code here, so that later sandboxes and Jest processes start faster.
	process.env.NODE_COMPILE_CACHE = path.join(stateFolder, 'cache', 'node');
	await bundleEngine();
	process.env[SANDBOX_BUNDLE] = await bundleSandbox();
}
