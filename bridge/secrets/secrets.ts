import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SiteResponse, SendResult, WireRequest } from '../../core/model/port';
import { containsRecords, isTable } from '../../core/wire/decode';
import { hasErrorProperty, reasonIn } from '../../core/wire/reason';
import { MASK, masked } from './masking';
import { formsOf, secretsOf, type Forms, type Secrets } from './secretForms';

/** The maximum number of characters of one string that are searched for secrets. The rest is cut off: messages are shorter than that. */
const MAX_TEXT_LENGTH = 30_000;
/**
 * The maximum number of characters of one response that are searched for secrets. If a refusal or message is longer, the rest
 * is masked.
 */
const MAX_RESPONSE_LENGTH = 1_000_000;
/** In records, only a whole value of at least this length is treated as a secret; a shorter one can be an ordinary word. */
const MIN_LENGTH_IN_RECORDS = 8;
/** Properties of a response that contain human-readable text. Each secret in them is masked. */
const MESSAGE_NAME =
	/^(errors?|faults?|exceptions?|messages?|warnings?|problems?|reasons?|details?|(error|exception)_?(messages?|description|details?))$/i;

interface KnownSecrets {
	/** Secrets that are masked in records, if they are the whole value. */
	readonly whole: ReadonlySet<string>;
	/** The lengths of {@link whole}. Comparing them first is faster, because the set computes a hash of each string that it looks up. */
	readonly lengths: ReadonlySet<number>;
	readonly forms: Forms;
}

/** The secrets of the last credential, kept because all requests of a run use the same credential. */
let last: (KnownSecrets & { readonly key: string }) | undefined;

const knownFor = (data: ICredentialDataDecryptedObject): KnownSecrets => {
	const key = JSON.stringify(data);
	if (last?.key === key) return last;
	const secrets = secretsOf(data);
	const whole = wholeSecrets(secrets);
	last = { key, whole, lengths: new Set([...whole].map(({ length }) => length)), forms: formsOf(secrets) };
	return last;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The maximum nesting depth of a response. Deeper values are replaced. */
const MAX_DEPTH = 64;

/**
 * Creates the masker for one response. It copies a value, and masks each secret in strings, numbers and property names. Values that are
 * nested too deeply are replaced, so that no response can exhaust the call stack. In an object, one {@link MASK} replaces everything after
 * {@link MAX_RESPONSE_LENGTH}.
 */
const maskerOf = (forms: Forms): ((value: unknown) => unknown) => {
	let left = MAX_RESPONSE_LENGTH;
	const text = (value: string): string => {
		if (left <= 0) return MASK;
		left -= value.length;
		return masked(value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}${MASK}` : value, forms);
	};
	/** A name that no other property has: two masked names must not become the same name. */
	const freeName = (name: string, taken: object): string => {
		let free = name;
		for (; Object.hasOwn(taken, free); left -= 1) free += MASK;
		return free;
	};
	return (value) => {
		const open: { readonly source: object; readonly target: Record<string, unknown>; readonly depth: number }[] = [];
		const copyOf = (source: unknown, depth: number): unknown => {
			if (typeof source === 'string') return text(source);
			if (typeof source === 'number') return text(String(source)) === String(source) ? source : MASK;
			if (!isObject(source)) return source;
			if (depth > MAX_DEPTH) return MASK;
			const target = (Array.isArray(source) ? [] : {}) as Record<string, unknown>;
			open.push({ source, target, depth });
			return target;
		};
		const copy = copyOf(value, 1);
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			const { depth, source, target } = next;
			for (const [name, each] of Object.entries(source)) {
				const isCut = left <= 0;
				const own = Array.isArray(source) ? name : freeName(text(name), target);
				const value = isCut ? MASK : copyOf(each, depth + 1);
				Object.defineProperty(target, own, { value, enumerable: true, configurable: true, writable: true });
				if (isCut) break;
			}
		}
		return copy;
	};
};

/** A copy of a value without the secrets of a credential, for responses from a site, a proxy or an identity provider. */
export const withoutSecretsOf = (data: ICredentialDataDecryptedObject, value: unknown): unknown => maskerOf(knownFor(data).forms)(value);

/** {@link withoutSecretsOf} for a string. */
export const textWithoutSecretsOf = (data: ICredentialDataDecryptedObject, text: string): string => masked(text, knownFor(data).forms);

const wholeSecrets = ({ plain, pairs }: Secrets): ReadonlySet<string> => {
	const long = plain.filter((text) => text.length >= MIN_LENGTH_IN_RECORDS);
	return new Set([...long, ...long.map((text) => `Bearer ${text}`), ...pairs, ...pairs.map((pair) => `Basic ${pair}`)]);
};

/** Masks record values that consist only of a secret. Changes the records in place. */
const maskRecords = (value: unknown, { whole, lengths }: KnownSecrets): unknown => {
	if (whole.size === 0) return value;
	const isSecret = (each: unknown): boolean => typeof each === 'string' && lengths.has(each.length) && whole.has(each);
	if (isSecret(value)) return MASK;
	const open = [value];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (!isObject(next)) continue;
		for (const name of Object.keys(next)) {
			const each = next[name];
			if (isSecret(each)) next[name] = MASK;
			else if (isObject(each)) open.push(each);
		}
	}
	return value;
};

/**
 * Whether a response is a refusal. Records that a GET returns can also look like an error, for example if they have a message and a code.
 */
const isRefusal = ({ status, body }: SiteResponse, method: WireRequest['method']): boolean =>
	status < 200 || status > 299 || hasErrorProperty(body) || (reasonIn(body) !== undefined && !(method === 'GET' && containsRecords(body)));

/**
 * A response without the secrets of the credential. The site or a proxy can echo a request, and n8n shows the text of a response and saves
 * it with the execution. In refusals and messages, each secret is masked. In records, only a value that is exactly a long secret is masked,
 * because a workflow can write records back. If such a response turns out to be an error, its message is built from
 * {@link SiteResponse.maskedBody}.
 *
 * @param method The method of the request.
 * @param isDefinition Whether the response is an OpenAPI definition, which is never shown and must stay parsable.
 */
export const maskSecrets = (
	result: SendResult,
	data: ICredentialDataDecryptedObject,
	method: WireRequest['method'],
	isDefinition = false,
): SendResult => {
	if (result.kind === 'noResponse') return result;
	const known = knownFor(data);
	const { forms } = known;
	const mask = maskerOf(forms);
	const { body } = result;
	if (isRefusal(result, method)) return { ...result, body: mask(body) };
	// If a website responds instead of the API, the title of its page is shown, so a page is always masked.
	if (typeof body === 'string') return isDefinition && !/^\s*</.test(body) ? result : { ...result, body: mask(body) };
	if (!isObject(body)) return result;
	maskRecords(body, known);
	const readable: SiteResponse = { ...result, maskedBody: () => maskerOf(forms)(body) };
	if (Array.isArray(body)) return readable;
	const root = body as Record<string, unknown>;
	const isError = reasonIn(root) !== undefined;
	for (const name of Object.keys(root))
		if (MESSAGE_NAME.test(name) || (isError && !isTable(name, root[name]))) root[name] = mask(root[name]);
	return readable;
};
