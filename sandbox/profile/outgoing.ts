/** Converts requests from the documented format to the format of a site with a profile. `plugin.ts` converts in the opposite direction. */
import { documentByName, type DocumentEntry, type SiteProfile } from '../../core/catalog';
import { defaultList, parameterNames, siteTable } from './names';
import { siteValues } from './values';

/** The site's name for a query parameter. */
export const siteParameter = (name: string, profile: SiteProfile): string =>
	parameterNames(profile).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1] ?? name;

/** The site's name for a document or list in the first segment of an address. */
const siteSegment = (segment: string, { documents = {} }: SiteProfile): string =>
	Object.entries(documents).find(([document]) => defaultList(document) === segment)?.[1].list ?? segment;

/** Converts an address under the API path to the site's names. */
export const siteAddress = (address: string, profile: SiteProfile): string => {
	const [path = '', query] = address.split('?');
	const [, segment = '', ...below] = path.split('/');
	const pairs = query?.split('&').map((pair) => {
		const [name = '', ...value] = pair.split('=');
		return [siteParameter(name, profile), ...value].join('=');
	});
	return ['', siteSegment(segment, profile), ...below].join('/') + (pairs === undefined ? '' : `?${pairs.join('&')}`);
};

/** Converts the value of a field in a body. Null clears a field on every site. */
const siteValue = (value: unknown, entry: DocumentEntry, profile: SiteProfile, field: string): unknown =>
	value === null ? null : siteValues(value, entry, profile, field);

/** Converts a body: a list of operations, or records under the name of their table. */
const siteBody = (body: object, entry: DocumentEntry, profile: SiteProfile): object =>
	Array.isArray(body)
		? (body as readonly { readonly path: string; readonly value?: unknown }[]).map((operation) => ({
				...operation,
				...(operation.value === undefined ? {} : { value: siteValue(operation.value, entry, profile, operation.path) }),
			}))
		: Object.fromEntries(
				Object.entries(body).map(([table, records]) => [
					table === entry.table.name ? (siteTable(entry, profile) as string) : table,
					siteValues(records, entry, profile, table),
				]),
			);

/** Converts a request under the API path to the site's format. Without a profile, the request is unchanged. */
export const asSiteRequest = <Sent extends { readonly path: string; readonly body?: object }>(
	request: Sent,
	document: string,
	profile: SiteProfile | undefined,
): Sent => {
	const entry = documentByName(document);
	if (profile === undefined || entry === undefined) {
		return request;
	}
	const { path, body } = request;
	return { ...request, path: siteAddress(path, profile), ...(body === undefined ? {} : { body: siteBody(body, entry, profile) }) };
};

/** The URL of the JWT sign-in, and the fields of the request body. `api` is the URL of the API, which starts with `origin`. */
export const siteSignIn = (
	origin: string,
	api: string,
	{ signIn = {} }: Pick<SiteProfile, 'signIn'> = {},
): { readonly url: string; readonly userField: string; readonly passwordField: string } => {
	const { url = 'login', userField = 'username', passwordField = 'password' } = signIn;
	const path = url.replace(/^https?:\/\/[^/]+/i, '');
	return { url: path.startsWith('/') ? origin + path : `${api}/${path}`, userField, passwordField };
};
