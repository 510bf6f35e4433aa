import type { IDataObject } from 'n8n-workflow';
import { type Received, type Receiver, startReceiver } from '../../support/receiver';

/** One step of a script: the tool to call, by its description, and its arguments. `results` are the results of the earlier calls. */
export interface Step {
	readonly tool: RegExp;
	readonly arguments: (results: readonly string[]) => IDataObject;
}

interface Asked {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
	readonly tools: ReadonlyArray<{ readonly function: { readonly name: string; readonly description: string } }>;
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

const messageFor = ({ messages, tools }: Asked, scripts: Readonly<Record<string, readonly Step[]>>): object => {
	const request = textOf(messages.findLast(({ role }) => role === 'user')?.content);
	const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
	const script = Object.entries(scripts).find(([text]) => request.includes(text))?.[1];
	if (script === undefined) return { role: 'assistant', content: `There is no script for: ${request}` };
	const step = script[results.length];
	if (step === undefined) return { role: 'assistant', content: results.join('\n') };
	const fitting = tools.filter((tool) => step.tool.test(tool.function.description));
	if (fitting.length !== 1)
		return { role: 'assistant', content: `${fitting.length} tools fit ${String(step.tool)}: ${JSON.stringify(tools)}` };
	const call = { name: fitting[0]!.function.name, arguments: JSON.stringify(step.arguments(results)) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: `call-${results.length + 1}`, type: 'function', function: call }],
	};
};

/**
 * A server with an OpenAI-compatible API, whose model follows a script for each request. The model chooses a tool only by its description,
 * and responds with the results of all calls at the end.
 */
export const startScriptedModel = async (scripts: Readonly<Record<string, readonly Step[]>>): Promise<Receiver> =>
	await startReceiver(({ body }: Received) => {
		const message = messageFor(JSON.parse(body) as Asked, scripts) as { tool_calls?: unknown };
		return {
			body: {
				id: 'completion',
				object: 'chat.completion',
				created: 0,
				model: 'gpt-5-mini',
				choices: [{ index: 0, message, finish_reason: message.tool_calls === undefined ? 'stop' : 'tool_calls' }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			},
		};
	});
