import { PROCESSING } from '../faults/rules';

/** An event trigger with every property. */
const EVENTS_EXAMPLE = {
	triggers: [
		{
			name: 'orders to n8n',
			active: true,
			document: 'JmWorkOrder',
			table: 'jm_work_order',
			types: ['INSERT', 'UPDATE'],
			conditions: [
				{ field: 'phase_code', changed: true },
				{ field: 'phase_code', in: ['CONF', 'COMP'] },
			],
			template: {
				document: 'JmWorkOrder',
				id: '[jm_work_order.wo_no_seq]',
				idField: 'wo_no_seq',
				type: '[EVENT.type]',
				details: [{ phase_code: '[DOC.phase_code]' }],
			},
			adaptor: {
				method: 'POST',
				url: 'http://127.0.0.1:5678/webhook/<id>/events',
				secondUrl: 'http://127.0.0.1:5679/webhook/<id>/events',
				format: 'json',
				rawLineBreaks: false,
				headers: {},
				signIn: { type: 'key', header: 'X-Api-Key', key: 'a key' },
				retries: 3,
				retryDelayMs: 1000,
				timeoutMs: 10_000,
			},
			store: { external_key: 'response.data.id' },
		},
	],
} as const;

/** The response to `GET /_sandbox/`: every control and fault, with examples of bodies and parameters. */
export const GUIDE = {
	about:
		'The sandbox controls, only for this machine and without sign-in. Request and response bodies are JSON. Faults, delays and the journal do not apply to requests under /_sandbox/.',
	controls: [
		{ call: 'GET /_sandbox/state', does: 'Release, database, records by table, clock, users, OAuth clients' },
		{
			call: 'GET /_sandbox/journal',
			does: 'The last requests, oldest first, with masked secrets, and counters',
			parameters: {
				document: 'JmJob',
				method: 'POST',
				kind: 'request, login or token',
				client: 'a part of the User-Agent, or the name of the user',
				since: 'only entries with a higher number',
				limit: 'how many of the newest entries to return (1000)',
			},
		},
		{
			call: 'PUT /_sandbox/journal',
			does: 'Sets how many requests are kept, and how many characters of each body',
			example: { size: 10_000, bodyCharacters: 8192 },
		},
		{ call: 'DELETE /_sandbox/journal', does: 'Clears the requests and resets the counters' },
		{
			call: 'PUT /_sandbox/delay',
			does: 'Delays the processing of every request by ms, plus up to jitterMs',
			example: { ms: 200, jitterMs: 0 },
		},
		{
			call: 'PUT /_sandbox/connections',
			does: 'Limits concurrent connections. Connections beyond the limit are reset; null removes the limit',
			example: { limit: 100 },
		},
		{
			call: 'POST /_sandbox/faults',
			does: 'Adds a fault rule or an array of them. The first rule that matches applies; delays add up',
			example: {
				match: {
					method: 'POST',
					path: '/JmJob',
					header: { SaveArgument: 'Void' },
					body: 'regular expression',
					nth: 3,
					times: 1,
					probability: 1,
					seed: 7,
				},
				fault: { type: 'status', status: 503, retryAfter: 1 },
				processing: 'never',
			},
		},
		{
			call: 'GET /_sandbox/faults',
			does: 'The rules, each with the number of matching and affected requests; /_sandbox/faults/3 returns rule 3',
		},
		{ call: 'DELETE /_sandbox/faults', does: 'Removes all rules; /_sandbox/faults/3 removes rule 3' },
		{ call: 'GET /_sandbox/tokens', does: 'Lifetimes, and how many tokens were issued' },
		{
			call: 'PUT /_sandbox/tokens',
			does: 'Sets the lifetimes of new tokens',
			example: { jwtSeconds: 5, accessSeconds: 5, refreshSeconds: 60, rotateRefresh: true },
		},
		{ call: 'DELETE /_sandbox/tokens', does: 'Revokes all tokens, or only those of one kind with ?kind=jwt, access or refresh' },
		{
			call: 'PUT /_sandbox/clock',
			does: 'Shifts the clock used for records, JWTs and access token checks',
			example: { offsetSeconds: 3600 },
		},
		{ call: 'PUT /_sandbox/events', does: 'Replaces all event triggers', example: EVENTS_EXAMPLE },
		{ call: 'POST /_sandbox/events', does: 'Adds one event trigger' },
		{ call: 'GET /_sandbox/events', does: 'The event triggers, with masked secrets and the number of waiting events' },
		{ call: 'DELETE /_sandbox/events', does: 'Removes all event triggers; /_sandbox/events/<name> removes one' },
		{
			call: 'GET /_sandbox/events/deliveries',
			does: 'The deliveries with each attempt and its response, oldest first',
			parameters: {
				trigger: 'its name',
				since: 'only deliveries with a higher number',
				limit: 'how many of the newest deliveries to return (100)',
			},
		},
		{ call: 'POST /_sandbox/events/deliveries/<number>/resend', does: 'Sends the body of a delivery again, as a new delivery' },
		{ call: 'DELETE /_sandbox/events/deliveries', does: 'Clears the deliveries' },
		{ call: 'GET /_sandbox/data', does: 'All records as JSON, without attachments' },
		{ call: 'PUT /_sandbox/data', does: 'Replaces all records with exported ones, and deletes all attachments' },
		{ call: 'GET /_sandbox/snapshots', does: 'The saved snapshots' },
		{ call: 'PUT /_sandbox/snapshots/<name>', does: 'Saves all records and attachments under a name, until the sandbox stops' },
		{ call: 'POST /_sandbox/snapshots/<name>/restore', does: 'Restores a snapshot' },
		{ call: 'DELETE /_sandbox/snapshots/<name>', does: 'Deletes a snapshot' },
		{
			call: 'POST /_sandbox/reset',
			does: 'Resets everything to the state at startup, or only the named parts',
			example: { only: ['data', 'journal', 'faults', 'tokens', 'clock', 'events'] },
		},
	],
	faults: [
		{
			type: 'status',
			does: 'Responds with a status',
			properties: {
				status: 503,
				error: 'the text of {"error"}',
				body: 'the whole body instead',
				headers: { 'X-Name': 'value' },
				retryAfter: 'seconds',
				retryAfterDate: 'seconds, sent as a date',
			},
		},
		{ type: 'errorIn200', does: '{"error"} with status 200', properties: { error: 'text' } },
		{ type: 'html', does: 'An HTML page', properties: { status: 502 } },
		{ type: 'empty', does: 'An empty body', properties: { status: 200 } },
		{ type: 'brokenJson', does: 'The first half of the response' },
		{ type: 'brokenGzip', does: 'The response as corrupt gzip' },
		{ type: 'resetBeforeReading', does: 'Resets the connection before the request is read' },
		{ type: 'resetBeforeResponse', does: 'Resets the connection after the request is processed' },
		{ type: 'resetInResponse', does: 'Resets the connection in the middle of the response' },
		{ type: 'noResponse', does: 'Never responds, or resets the connection after ms', properties: { ms: 5000 } },
		{ type: 'trickle', does: 'Sends the response in small chunks', properties: { bytes: 64, everyMs: 50 } },
		{ type: 'delay', does: 'Delays the processing of the request, or only the response', properties: { ms: 500, jitterMs: 0 } },
		{ type: 'count', does: 'A wrong Pagination-Count', properties: { value: 7, add: -1 } },
	].map((fault) => ({ ...fault, processing: PROCESSING[fault.type as keyof typeof PROCESSING] })),
} as const;
