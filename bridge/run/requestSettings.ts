import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { wholeNumber } from '../../core/model/wholeNumber';
import { numberOf } from './params';
import { DEFAULT_MAX_ATTEMPTS } from '../../core/model/defaults';
import { AUTOMATIC, DEFAULT_TIMEOUT_SECONDS, MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_TIMEOUT_SECONDS } from '../settings';

/** The options for sending requests, validated: an expression can return a value outside the limits that the editor enforces. */
export interface RequestSettings {
	/** The timeout of one request in milliseconds. */
	readonly timeout: number;
	/** The maximum number of times that a request is sent. */
	readonly maxAttempts: number;
	/** The number of concurrent requests; adapts to the site if undefined. */
	readonly concurrency?: number;
}

const within = (value: unknown, field: string, label: string, [min, max]: readonly [number, number]): number | undefined =>
	wholeNumber(numberOf(value, field, label), field, label, { min, max });

const concurrencyOf = ({ concurrency }: Row): number | undefined => {
	const number = within(concurrency, 'concurrency', 'Max Concurrent Requests', [AUTOMATIC, MAX_CONCURRENCY]);
	return number === AUTOMATIC ? undefined : number;
};

/** The timeout of one request in milliseconds: from the options, otherwise `defaultSeconds`. Throws {@link InputError}. */
export const timeoutOf = ({ timeout }: Row, defaultSeconds: number = DEFAULT_TIMEOUT_SECONDS): number => {
	const seconds = numberOf(timeout, 'timeout', 'Timeout') ?? Math.min(defaultSeconds, MAX_TIMEOUT_SECONDS);
	if (seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds * 1000;
	throw new InputError({
		field: 'timeout',
		message: `'Timeout' must be a number of seconds, got ${seconds}`,
		hint: `Enter a number of seconds from 1 to ${MAX_TIMEOUT_SECONDS}`,
	});
};

/**
 * The settings in these options; `defaultSeconds` is the timeout if the options do not set one. Throws {@link InputError} for a value
 * outside its limits.
 */
export const readRequestSettings = (options: Row, defaultSeconds?: number): RequestSettings => {
	const concurrency = concurrencyOf(options);
	return {
		timeout: timeoutOf(options, defaultSeconds),
		maxAttempts: within(options.maxAttempts, 'maxAttempts', 'Max Attempts', [1, MAX_ATTEMPTS]) ?? DEFAULT_MAX_ATTEMPTS,
		...(concurrency === undefined ? {} : { concurrency }),
	};
};
