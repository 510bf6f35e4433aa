import { HEADERS } from '../catalog';
import type { WireRequest } from '../model/port';
import type { Site } from '../model/site';
import { userHeaders } from './headers';

/**
 * Adds the division and the user's headers and query parameters to a request that no operation composes. Throws `InputError` for a header
 * that the user cannot set.
 */
export const withSiteOptions = (
	request: WireRequest,
	site: Pick<Site, 'divisionCode' | 'extraHeaders' | 'extraParameters'>,
): WireRequest => {
	const { divisionCode = '', extraParameters = {} } = site;
	const pairs = Object.entries(extraParameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	const separator = request.path.includes('?') ? '&' : '?';
	return {
		...request,
		path: pairs.length === 0 ? request.path : `${request.path}${separator}${pairs.join('&')}`,
		headers: {
			...(divisionCode === '' ? {} : { [HEADERS.divisionCode.name]: divisionCode }),
			...userHeaders({}, site),
			...request.headers,
		},
	};
};
