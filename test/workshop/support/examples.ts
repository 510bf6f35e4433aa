/** Runs the examples of a guide in n8n's engine against the sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { readRunFile } from '../../../workshop/engine/checkRun';
import type { Engine } from '../../../workshop/engine/engine';
import { createPoller, startWebhook } from '../../../workshop/engine/triggers';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import type { Block } from './pages';

/** The sandbox URL in the guides, as `npm run sandbox` prints it. */
const WRITTEN = 'http://127.0.0.1:4010';

/** The output of a run, with the sandbox URL that the guides show. */
export interface Ran {
	readonly items: readonly unknown[];
	/** Message and description as the editor shows them; undefined if the run succeeded. */
	readonly message?: string;
}

/** The content of the comment that precedes a message. It describes the run that causes the message. */
interface ExampleSetup {
	readonly node?: string;
	readonly parameters: Record<string, unknown>;
	/** The differences from the default credential. */
	readonly credential?: ICredentialDataDecryptedObject;
	readonly input?: readonly unknown[];
	/** Fault rules for the sandbox, see its README. */
	readonly faults?: readonly object[];
	/** The delay of the sandbox's responses in ms. */
	readonly delay?: number;
}

const BASIC = 'mediaOperationsBasicApi';

const outcome = async (engine: Engine, sandbox: SandboxProcess, file: string): Promise<Ran> => {
	const { continueOnFail, ...run } = readRunFile(file.replaceAll(WRITTEN, sandbox.url), engine.types);
	const { output, error } = await engine.run({ ...run, onError: continueOnFail ? 'continueRegularOutput' : 'stopWorkflow' });
	const items = JSON.parse(JSON.stringify(output.flat().map(({ json }) => json)).replaceAll(sandbox.url, WRITTEN)) as unknown[];
	return { items, ...(error === null ? {} : { message: `${error.message}\n${error.description ?? ''}`.replaceAll(sandbox.url, WRITTEN) }) };
};

/** Runs a `json node` block, which contains a file for `npm run -s node`. */
export const runBlock = async (engine: Engine, sandbox: SandboxProcess, { text }: Block): Promise<Ran> =>
	await outcome(engine, sandbox, text);

/** Runs the node as described in the comment that precedes a message, then removes the faults and the delay from the sandbox. */
export const runComment = async (engine: Engine, sandbox: SandboxProcess, comment: string): Promise<Ran> => {
	const { node = 'mediaOperations', parameters, credential, input, faults, delay } = JSON.parse(comment) as ExampleSetup;
	if (faults) await sandbox.control.addFaults(...faults);
	if (delay) await sandbox.control.delay(delay);
	try {
		const data = { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo', ...credential };
		return await outcome(
			engine,
			sandbox,
			JSON.stringify({
				node,
				parameters: { ...parameters, options: { maxAttempts: 1, ...(parameters.options as object) } },
				credentials: { [BASIC]: data },
				...(input ? { input } : {}),
			}),
		);
	} finally {
		await sandbox.control.clearFaults();
		await sandbox.control.delay(0);
	}
};

/**
 * A poll trigger in a guide: its parameters are in the block, and the comment contains what is created on the site between the two polls.
 */
export const runPoll = async (engine: Engine, sandbox: SandboxProcess, { text, comment = '{}' }: Block): Promise<Ran> => {
	const credentials = { [BASIC]: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } };
	const { poll } = await createPoller(engine, {
		node: 'mediaOperationsPollTrigger',
		parameters: { authentication: 'basic', ...(JSON.parse(text) as INodeParameters) },
		credentials,
	});
	const first = await poll();
	const { address, body } = JSON.parse(comment) as { address: string; body: unknown };
	const authorization = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
	const { status } = await fetch(`${sandbox.apiUrl}${address}`, {
		method: 'POST',
		headers: { Authorization: authorization, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (status !== 200 || first.length > 0)
		throw new Error(`The first poll returned ${first.length} items, and ${address} returned ${status}`);
	return { items: (await poll()).map(({ json }) => json) };
};

/** A webhook trigger in a guide: the event is in the block, and the parameters are in the comment. */
export const runEvent = async (
	engine: Engine,
	sandbox: SandboxProcess,
	{ text, comment = '{}' }: Block,
): Promise<Ran & { readonly response: unknown }> => {
	const credentials = { [BASIC]: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } };
	const { url, runs, faults, close } = await startWebhook(engine, {
		node: 'mediaOperationsTrigger',
		parameters: { senderSignIn: 'none', ...(JSON.parse(comment) as INodeParameters) },
		credentials,
	});
	try {
		const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text });
		const result = (await response.json()) as { readonly started?: boolean };
		// The trigger responds first and fetches the record afterwards.
		for (let waited = 0; result.started !== false && runs.length === 0 && faults.length === 0 && waited < 10_000; waited += 20)
			await sleep(20);
		if (faults.length > 0) throw faults[0];
		return { items: runs.flat().map(({ json }) => json), response: result };
	} finally {
		await close();
	}
};

/**
 * The placeholder in the guides. It matches any value. As a property name, or as the last entry of a list, it matches all
 * remaining properties or entries.
 */
const ELLIPSIS = '…';

/** The difference between a value and the one shown; undefined if they match. */
export const difference = (actual: unknown, shown: unknown, place = 'the output'): string | undefined => {
	if (shown === ELLIPSIS) return undefined;
	if (Array.isArray(shown)) {
		if (!Array.isArray(actual)) return `${place} is not a list but ${JSON.stringify(actual)}`;
		const open = shown.at(-1) === ELLIPSIS;
		const result = open ? shown.slice(0, -1) : shown;
		if (open ? actual.length < result.length : actual.length !== result.length)
			return `${place} has ${actual.length} entries, the page shows ${result.length}`;
		return firstOf(result.map((value, index) => difference(actual[index], value, `${place}[${index}]`)));
	}
	if (typeof shown === 'object' && shown !== null) {
		if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
			return `${place} is not an object but ${JSON.stringify(actual)}`;
		const held = actual as Record<string, unknown>;
		const { [ELLIPSIS]: rest, ...result } = shown as Record<string, unknown>;
		const unseen = rest === undefined ? Object.keys(held).filter((name) => !(name in result)) : [];
		if (unseen.length > 0) return `${place} also holds ${unseen.join(', ')}`;
		const order = Object.keys(held).filter((name) => name in result);
		if (
			Object.keys(result)
				.filter((name) => name in held)
				.join() !== order.join()
		)
			return `${place} has the order ${order.join(', ')}`;
		return firstOf(
			Object.entries(result).map(([name, value]) =>
				name in held ? difference(held[name], value, `${place}.${name}`) : `${place} holds no '${name}'`,
			),
		);
	}
	return actual === shown ? undefined : `${place} is ${JSON.stringify(actual)}, the page shows ${JSON.stringify(shown)}`;
};

const firstOf = (found: readonly (string | undefined)[]): string | undefined => found.find((words) => words !== undefined);
