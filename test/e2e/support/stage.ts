import type { N8nRest } from '../../../workshop/editor/rest';
import { freePort } from '../../../workshop/ports';
import { startSandbox, type SandboxProcess } from '../../../workshop/sandboxProcess';
import type { Theme } from './editor';
import { Editor, openBrowser } from './editor';
import { signedIn, siteOfTests } from './site';
import { allStarted } from '../../support/allStarted';

/** The setup of an editor test: a separate sandbox, n8n's REST API, and a browser. */
export interface Stage {
	readonly sandbox: SandboxProcess;
	readonly rest: N8nRest;
	/** The editor in the browser, signed in as n8n's owner. */
	signIn(theme: Theme): Promise<Editor>;
	close(): Promise<void>;
}

/**
 * For screenshots, the sandbox uses the port in the guides, unless another process uses it. Tests use any free port, because suites can
 * run in parallel.
 */
export async function openStage(): Promise<Stage> {
	const [sandbox, rest, browser] = await allStarted([
		startSandbox({ args: ['--port', process.env.PICTURES ? String(await freePort(4010)) : '0'] }),
		signedIn(),
		openBrowser(),
	]);
	const { url, owner } = siteOfTests();
	return {
		sandbox,
		rest,
		signIn: async (theme) => await Editor.signIn(browser, url, owner, theme),
		close: async () => {
			await Promise.all([browser.close(), sandbox.stop()]);
		},
	};
}
