import { bundleSandbox } from '../../workshop/bundleSandbox';
import { SANDBOX_BUNDLE } from '../../workshop/sandboxProcess';

/** Once for all tests: about a hundred sandboxes start during a run, so they start from a bundle. */
export default async function prepare(): Promise<void> {
	process.env[SANDBOX_BUNDLE] = await bundleSandbox();
}
