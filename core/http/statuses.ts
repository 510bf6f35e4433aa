/** What a status other than 2xx says about a change: whether the site can have carried it out. */
import type { ApiFaultKind } from './faults';

const KINDS: Readonly<Record<number, ApiFaultKind>> = {
	401: 'signIn', 403: 'forbidden', 404: 'notFound', 408: 'unavailable', 413: 'tooLarge', 414: 'tooLarge', 429: 'tooMany', 431: 'tooLarge', 502: 'unavailable', 503: 'unavailable', 504: 'unavailable',
};

/** The kind of fault that a status other than 2xx stands for. Statuses that HTTP does not define (below 200, above 599) are unreadable. */
export const kindOfStatus = (status: number): ApiFaultKind => {
	if (status < 200 || status > 599) return 'unreadable';
	if (status < 400) return 'redirected';
	return KINDS[status] ?? (status < 500 ? 'refused' : 'broken');
};
