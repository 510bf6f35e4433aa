import { bundleEngine } from '../../workshop/bundleEngine';
import { useSandboxBundle } from './sandboxBundle';

/** Bundles n8n's engine and the sandbox once for all tests. */
export default async function prepare(): Promise<void> {
	await bundleEngine();
	await useSandboxBundle();
}
