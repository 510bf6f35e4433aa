import { UserError } from 'n8n-workflow';

import type { RetryAfterHeaders } from '../../core/model/port';

/** How long (ms) the refusal of a sign-in is cached: sites and identity providers lock users and clients out. */
export const REFUSAL_TTL = 30_000;

/**
 * There is no token, so the request itself was not sent. The error contains neither the request nor the response: they contain the password,
 * and n8n signs in again if it finds a 401 in them.
 */
export class SignInError extends UserError {
	override readonly name = 'SignInError';

	constructor(
		message: string,
		override readonly description: string,
		/** `refused`: the same sign-in would be refused again. `unavailable`: it can succeed later. */
		readonly reason: 'refused' | 'unavailable',
		/** The pause that an unavailable server asked for. */
		readonly pause?: RetryAfterHeaders,
	) {
		super(message);
	}
}

/** The headers that request a pause; undefined if there is no Retry-After. Expects lower-case names. */
export const retryAfterHeaders = (headers: Readonly<Record<string, unknown>> | undefined): RetryAfterHeaders | undefined => {
	const asked = headers?.['retry-after'];
	return asked === undefined
		? undefined
		: { 'retry-after': String(asked), ...(headers?.date === undefined ? {} : { date: String(headers.date) }) };
};
