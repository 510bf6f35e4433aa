/** Classifies a result by what it shows about the load on the site. */
import type { NoResponse, SendResult } from '../model/port';
import { requestedPause } from './retry';
import type { Ending } from './siteBudget';

/** Statuses with which a site or its gateway reports that it is overloaded. */
const OVERLOADED_STATUSES = new Set([503, 504]);
/** Codes of a connection that was refused or closed, or of a response that did not arrive in time. */
const OVERLOADED_CODES = /TIMEDOUT|TIMEOUT|^ECONN(ABORTED|REFUSED|RESET)$|^EPIPE$/;
const BROKEN_CODES = /^ECONNRESET$|^EPIPE$/;

const endingWithoutResponse = ({ code, signIn }: NoResponse): Ending => {
	if (signIn !== undefined || !OVERLOADED_CODES.test(code)) return { how: 'ignored' };
	return { how: BROKEN_CODES.test(code) ? 'broken' : 'overloaded' };
};

/** `maxDelay` in milliseconds: after a longer Retry-After, a request is not retried, so the other requests are not paused either. */
export const endingOf = (result: SendResult, now: number, maxDelay: number): Ending => {
	if (result.kind === 'noResponse') return endingWithoutResponse(result);
	const isLimited = result.status === 429;
	if (!isLimited && !OVERLOADED_STATUSES.has(result.status)) return { how: 'responded' };
	const pause = requestedPause(result, now);
	return { how: isLimited ? 'limited' : 'overloaded', ...(pause === undefined || pause > maxDelay ? {} : { pause }) };
};
