import { UserError } from 'n8n-workflow';

import type { RetryAfterHeaders } from '../../core/model/port';

/**
 * How long (ms) the refusal of a sign-in is cached. A refusal is cached because sites and identity providers lock out users and clients
 * after failed attempts.
 */
export const REFUSAL_TTL = 30_000;

/**
 * There is no token, so the request itself was not sent. The error contains neither the sign-in request nor its response: the sign-in
 * request contains the password, and n8n signs in again if it finds a 401 in the response.
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
