import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import { HttpError } from '../../documents/httpError';
import { Random } from '../../seed/random';

/** When a request with a fault is actually processed: before the fault, after it, or never. */
export type Processing = 'before' | 'after' | 'never';

/** One day. Node timers longer than 24 days would fire immediately. */
export const MAX_WAIT_MS = 86_400_000;

/** A fault; `GET /_sandbox/` describes each type. */
export type Fault =
	| {
			readonly type: 'status';
			readonly status: number;
			readonly body?: string | undefined;
			readonly error?: string | undefined;
			readonly headers?: Readonly<Record<string, string>> | undefined;
			readonly retryAfter?: number | undefined;
			readonly retryAfterDate?: number | undefined;
	  }
	| { readonly type: 'errorIn200'; readonly error: string }
	| { readonly type: 'html'; readonly status: number }
	| { readonly type: 'empty'; readonly status: number }
	| { readonly type: 'brokenJson' }
	| { readonly type: 'brokenGzip' }
	| { readonly type: 'resetBeforeReading' }
	| { readonly type: 'resetBeforeResponse' }
	| { readonly type: 'resetInResponse' }
	| { readonly type: 'noResponse'; readonly ms?: number | undefined }
	| { readonly type: 'trickle'; readonly bytes: number; readonly everyMs: number }
	| { readonly type: 'delay'; readonly ms: number; readonly jitterMs: number }
	| { readonly type: 'count'; readonly value?: number | undefined; readonly add?: number | undefined };
export type FaultType = Fault['type'];

/** The supported values of `processing` for each fault; the first is the default. */
export const PROCESSING: Readonly<Record<FaultType, readonly Processing[]>> = {
	status: ['never', 'before', 'after'],
	errorIn200: ['never', 'before', 'after'],
	html: ['never', 'before', 'after'],
	empty: ['never', 'before', 'after'],
	brokenJson: ['before', 'never'],
	brokenGzip: ['before', 'never'],
	resetBeforeReading: ['never'],
	resetBeforeResponse: ['before', 'after'],
	resetInResponse: ['before', 'never'],
	noResponse: ['never', 'before', 'after'],
	trickle: ['before'],
	delay: ['after', 'before'],
	count: ['before'],
};

interface Match {
	readonly method?: string | undefined;
	/** The pattern that the raw path and query must match, ignoring case. */
	readonly path?: RegExp | undefined;
	readonly headers: readonly { readonly name: string; readonly value: RegExp }[];
	readonly body?: RegExp | undefined;
	/** The first matching request that the fault applies to, counted from 1. */
	readonly nth: number;
	readonly times: number;
	readonly probability: number;
}

/** A rule and its counters. */
export interface Rule {
	readonly id: number;
	/** The rule as sent, for the list. */
	readonly given: unknown;
	readonly match: Match;
	readonly fault: Fault;
	readonly processing: Processing;
	readonly random: Random;
	/** How many requests matched, and how many the fault was applied to. */
	seen: number;
	done: number;
}

/** Whether a request matches everything except the pattern for its body, which has not been read yet. */
export const matchesOnArrival = ({ match }: Rule, request: IncomingMessage): boolean =>
	(match.method === undefined || match.method === request.method) &&
	(match.path === undefined || match.path.test(request.url as string)) &&
	match.headers.every(({ name, value }) => value.test(String(request.headers[name] ?? '')));

/** Counts a matching request, and returns whether the fault applies to it. */
export function shouldApply(rule: Rule): boolean {
	const { nth, times, probability } = rule.match;
	rule.seen++;
	if (rule.seen < nth || rule.done >= times || (probability < 1 && rule.random.next() >= probability)) {
		return false;
	}
	rule.done++;
	return true;
}

type Sent = Readonly<Record<string, unknown>>;

const refuse = (text: string): never => {
	throw new HttpError(400, text);
};

const objectIn = (value: unknown, place: string): Sent =>
	value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Sent) : refuse(`'${place}' must be an object`);

const onlyKnown = (sent: Sent, known: readonly string[], place: string): void => {
	const unknown = Object.keys(sent).find((name) => !known.includes(name));
	if (unknown !== undefined) {
		refuse(`Unknown property '${unknown}' in '${place}'; use ${known.map((name) => `'${name}'`).join(', ')}`);
	}
};

const numberIn = (
	sent: Sent,
	name: string,
	fallback: number | undefined,
	min: number,
	max: number = Number.MAX_SAFE_INTEGER,
): number | undefined => {
	const value = sent[name] ?? fallback;
	if (value !== undefined && !(typeof value === 'number' && value >= min && value <= max)) {
		return refuse(`'${name}' must be a number from ${min} to ${max}`);
	}
	return value as number | undefined;
};

const textIn = (sent: Sent, name: string): string | undefined => {
	const value = sent[name];
	return value === undefined || typeof value === 'string' ? value : refuse(`'${name}' must be a string`);
};

const patternIn = (text: string, name: string): RegExp => {
	try {
		return new RegExp(text, 'is');
	} catch {
		return refuse(`'${name}' is not a regular expression: '${text}'`);
	}
};

const textsIn = (sent: Sent, name: string): Record<string, string> | undefined => {
	if (sent[name] === undefined) {
		return undefined;
	}
	const texts = objectIn(sent[name], name);
	return Object.fromEntries(
		Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? value : refuse(`'${name}.${key}' must be a string`)]),
	);
};

/** Reads response headers. With an invalid header, the sandbox would close the connection instead of applying the fault. */
const headersIn = (sent: Sent): Record<string, string> | undefined => {
	const headers = textsIn(sent, 'headers');
	for (const [name, value] of Object.entries(headers ?? {})) {
		try {
			validateHeaderName(name);
			validateHeaderValue(name, value);
		} catch {
			refuse(`'headers.${name}' is not a valid header`);
		}
	}
	return headers;
};

const matchIn = (sent: Sent): Match => {
	onlyKnown(sent, ['method', 'path', 'header', 'body', 'nth', 'times', 'probability', 'seed'], 'match');
	const path = textIn(sent, 'path');
	const body = textIn(sent, 'body');
	const nth = numberIn(sent, 'nth', undefined, 1);
	return {
		method: textIn(sent, 'method')?.toUpperCase(),
		path: path === undefined ? undefined : patternIn(path, 'path'),
		headers: Object.entries(textsIn(sent, 'header') ?? {}).map(([name, value]) => ({
			name: name.toLowerCase(),
			value: patternIn(value, `header.${name}`),
		})),
		body: body === undefined ? undefined : patternIn(body, 'body'),
		nth: nth ?? 1,
		times: numberIn(sent, 'times', nth === undefined ? Number.MAX_SAFE_INTEGER : 1, 0) as number,
		probability: numberIn(sent, 'probability', 1, 0, 1) as number,
	};
};

/** The properties of each type, and how they are read. */
const FAULT_READERS: { readonly [Type in FaultType]: { readonly knows: readonly string[]; readonly read: (sent: Sent) => Fault } } = {
	status: {
		knows: ['status', 'body', 'error', 'headers', 'retryAfter', 'retryAfterDate'],
		read: (sent) => ({
			type: 'status',
			status: numberIn(sent, 'status', undefined, 200, 599) ?? refuse("'fault.status' is missing"),
			body: textIn(sent, 'body'),
			error: textIn(sent, 'error'),
			headers: headersIn(sent),
			retryAfter: numberIn(sent, 'retryAfter', undefined, 0),
			retryAfterDate: numberIn(sent, 'retryAfterDate', undefined, -86_400),
		}),
	},
	errorIn200: {
		knows: ['error'],
		read: (sent) => ({ type: 'errorIn200', error: textIn(sent, 'error') ?? 'The record is locked by another user' }),
	},
	html: { knows: ['status'], read: (sent) => ({ type: 'html', status: numberIn(sent, 'status', 502, 200, 599) as number }) },
	empty: { knows: ['status'], read: (sent) => ({ type: 'empty', status: numberIn(sent, 'status', 200, 200, 599) as number }) },
	brokenJson: { knows: [], read: () => ({ type: 'brokenJson' }) },
	brokenGzip: { knows: [], read: () => ({ type: 'brokenGzip' }) },
	resetBeforeReading: { knows: [], read: () => ({ type: 'resetBeforeReading' }) },
	resetBeforeResponse: { knows: [], read: () => ({ type: 'resetBeforeResponse' }) },
	resetInResponse: { knows: [], read: () => ({ type: 'resetInResponse' }) },
	noResponse: { knows: ['ms'], read: (sent) => ({ type: 'noResponse', ms: numberIn(sent, 'ms', undefined, 0, MAX_WAIT_MS) }) },
	trickle: {
		knows: ['bytes', 'everyMs'],
		read: (sent) => ({
			type: 'trickle',
			bytes: numberIn(sent, 'bytes', 64, 1) as number,
			everyMs: numberIn(sent, 'everyMs', 50, 1, MAX_WAIT_MS) as number,
		}),
	},
	delay: {
		knows: ['ms', 'jitterMs'],
		read: (sent) => ({
			type: 'delay',
			ms: numberIn(sent, 'ms', undefined, 0, MAX_WAIT_MS) ?? refuse("'fault.ms' is missing"),
			jitterMs: numberIn(sent, 'jitterMs', 0, 0, MAX_WAIT_MS) as number,
		}),
	},
	count: {
		knows: ['value', 'add'],
		read: (sent) => {
			const value = numberIn(sent, 'value', undefined, 0);
			const add = numberIn(sent, 'add', undefined, -1_000_000);
			return (value === undefined) === (add === undefined)
				? refuse("'fault' of type 'count' requires either 'value' or 'add'")
				: { type: 'count', value, add };
		},
	},
};

/** Parses a rule. Throws an {@link HttpError} that names the invalid property. */
export function ruleFrom(given: unknown, id: number): Rule {
	const sent = objectIn(given, 'rule');
	onlyKnown(sent, ['match', 'fault', 'processing'], 'rule');
	const fault = objectIn(sent.fault, 'fault');
	const type = fault.type as FaultType;
	const reader = Object.hasOwn(FAULT_READERS, type)
		? FAULT_READERS[type]
		: refuse(
				`'fault.type' must be one of ${Object.keys(FAULT_READERS)
					.map((known) => `'${known}'`)
					.join(', ')}`,
			);
	onlyKnown(fault, ['type', ...reader.knows], `fault of type '${type}'`);
	const moments = PROCESSING[type];
	const processing = (sent.processing ?? moments[0]) as Processing;
	if (!moments.includes(processing)) {
		refuse(`'processing' of a fault of type '${type}' must be one of ${moments.map((moment) => `'${moment}'`).join(', ')}`);
	}
	const match = objectIn(sent.match ?? {}, 'match');
	return {
		id,
		given,
		match: matchIn(match),
		fault: reader.read(fault),
		processing,
		random: new Random(numberIn(match, 'seed', id, 0) as number),
		seen: 0,
		done: 0,
	};
}
