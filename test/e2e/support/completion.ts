import type { IDataObject } from 'n8n-workflow';

/** The response of a language model with an OpenAI-compatible API: first a tool call, then the text that the tool returned. */
export function completion({ messages, tools }: { messages: IDataObject[]; tools: Array<{ function: { name: string } }> }): object {
	const result = messages.find(({ role }) => role === 'tool');
	const call = {
		id: 'call-1',
		type: 'function',
		function: { name: tools.map((tool) => tool.function.name).find((name) => /find/i.test(name)), arguments: '{"phase":"Confirmed"}' },
	};
	const message = result
		? { role: 'assistant', content: `The tool says: ${String(result.content)}` }
		: { role: 'assistant', content: null, tool_calls: [call] };
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model: 'gpt-5-mini',
		choices: [{ index: 0, message, finish_reason: result ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
