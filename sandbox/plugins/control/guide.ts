import { CARRY_OUT } from '../faults/rules';

/** Each part that can stand in an event trigger. */
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

/** What `GET /_sandbox/` answers: every control with an example, for people and for programs. */
export const GUIDE = {
	about:
		'Controls of the sandbox, for this machine only and without sign-in. Bodies and answers are JSON. Requests under /_sandbox/ are neither journalled nor delayed nor broken.',
	controls: [
		{ call: 'GET /_sandbox/state', does: 'Release, database, records by table, clock, users, OAuth clients' },
		{
			call: 'GET /_sandbox/journal',
			does: 'The last requests, oldest first, secrets masked, and counts',
			parameters: {
				document: 'JmJob',
				method: 'POST',
				kind: 'request, login or token',
				since: 'only entries after this number',
				limit: 'at most so many, the last ones (1000)',
			},
		},
		{
			call: 'PUT /_sandbox/journal',
			does: 'How many requests are kept, and how many characters of a body',
			example: { size: 10_000, bodyCharacters: 8192 },
		},
		{ call: 'DELETE /_sandbox/journal', does: 'Forgets the requests and begins to count anew' },
		{
			call: 'PUT /_sandbox/delay',
			does: 'Every request waits so many milliseconds, and up to jitterMs more',
			example: { ms: 200, jitterMs: 0 },
		},
		{
			call: 'PUT /_sandbox/connections',
			does: 'How many connections may be open at once; requests over further ones are reset; null for any number',
			example: { limit: 100 },
		},
		{
			call: 'POST /_sandbox/faults',
			does: 'Adds one rule or an array of them; the first that fits and takes part counts, delays add up',
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
				carryOut: 'never',
			},
		},
		{ call: 'GET /_sandbox/faults', does: 'The rules, how many requests they saw, and to how many the fault was done' },
		{ call: 'DELETE /_sandbox/faults', does: 'Takes all rules away; /_sandbox/faults/3 the one with that number' },
		{ call: 'GET /_sandbox/tokens', does: 'Lifetimes, and how many tokens were given out' },
		{
			call: 'PUT /_sandbox/tokens',
			does: 'Lifetimes of tokens given out from now on',
			example: { jwtSeconds: 5, accessSeconds: 5, refreshSeconds: 60, rotateRefresh: true },
		},
		{ call: 'DELETE /_sandbox/tokens', does: 'Takes tokens back: all, or with ?kind=jwt, access or refresh only those' },
		{
			call: 'PUT /_sandbox/clock',
			does: 'Moves the time of records, of JWT and of the checks of access tokens',
			example: { offsetSeconds: 3600 },
		},
		{ call: 'PUT /_sandbox/events', does: 'Takes these event triggers instead of all others', example: EVENTS_EXAMPLE },
		{ call: 'POST /_sandbox/events', does: 'Adds one event trigger' },
		{ call: 'GET /_sandbox/events', does: 'The event triggers, secrets masked, and how many events of each wait' },
		{ call: 'DELETE /_sandbox/events', does: 'Takes all event triggers away; /_sandbox/events/<name> the one of that name' },
		{
			call: 'GET /_sandbox/events/deliveries',
			does: 'What was sent, each attempt with its answer, oldest first',
			parameters: { trigger: 'its name', since: 'only deliveries after this number', limit: 'at most so many, the last ones (100)' },
		},
		{ call: 'DELETE /_sandbox/events/deliveries', does: 'Forgets what was sent' },
		{
			call: 'POST /_sandbox/reset',
			does: 'Everything as at the start, or only some of it',
			example: { only: ['data', 'journal', 'faults', 'tokens', 'clock', 'events'] },
		},
	],
	faults: [
		{
			type: 'status',
			does: 'Answers with a status',
			properties: {
				status: 503,
				error: 'text of {"error"}',
				body: 'whole body instead',
				headers: { 'X-Name': 'value' },
				retryAfter: 'seconds',
				retryAfterDate: 'seconds from now, sent as a date',
			},
		},
		{ type: 'errorIn200', does: '{"error"} with status 200', properties: { error: 'text' } },
		{ type: 'html', does: 'An HTML page', properties: { status: 502 } },
		{ type: 'empty', does: 'An empty body', properties: { status: 200 } },
		{ type: 'brokenJson', does: 'The first half of the answer' },
		{ type: 'brokenGzip', does: 'The answer in gzip with turned bytes' },
		{ type: 'resetBeforeReading', does: 'Breaks the connection before the request is read' },
		{ type: 'resetBeforeAnswer', does: 'Breaks the connection after the request was carried out' },
		{ type: 'resetInAnswer', does: 'Breaks the connection in the middle of the answer' },
		{ type: 'noAnswer', does: 'Never answers, or breaks the connection after a time', properties: { ms: 5000 } },
		{ type: 'trickle', does: 'Answers in small pieces', properties: { bytes: 64, everyMs: 50 } },
		{ type: 'delay', does: 'Waits before anything else', properties: { ms: 500, jitterMs: 0 } },
		{ type: 'count', does: 'A wrong Pagination-Count', properties: { value: 7, add: -1 } },
	].map((fault) => ({ ...fault, carryOut: CARRY_OUT[fault.type as keyof typeof CARRY_OUT] })),
} as const;
