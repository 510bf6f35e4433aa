import type { FastifyRequest } from 'fastify';
import { CONTENT_TYPES, hasSince, HEADERS, type Release } from '../../core/catalog';
import type { SiteChoices } from '../choices';
import type { Pages } from '../query/pages';
import { type Parameters, readParameters } from '../query/parameters';
import { folded, foldedColumn } from '../storage/schema';
import type { Store } from '../storage/store';
import type { Address } from './address';
import type { DateReading } from './dates';
import { badRequest, forbidden } from './httpError';
import type { ApiUser } from './user';
import { ianaZone } from './windowsZones';

/** A parsed request to a document. */
export interface Call {
	readonly store: Store;
	readonly pages: Pages;
	readonly release: Release;
	readonly choices: SiteChoices;
	readonly address: Address;
	readonly parameters: Parameters;
	/** The raw body; `''` if there is none. */
	readonly body: string;
	/** `json`, `payload` (`application/json-patch+json`), or `null` for any other Content-Type. */
	readonly form: 'json' | 'payload' | null;
	readonly saveArgument: string | undefined;
	readonly rowAction: string | undefined;
	/** The divisions whose records the request can see: the one in the header, otherwise all divisions of the user. */
	readonly divisions: readonly number[];
	/** The division of new records that do not specify one. */
	readonly division: number;
	readonly dates: DateReading;
	/** The decisions, for the journal. */
	readonly decisions: string[];
}

const header = (request: FastifyRequest, name: string): string | undefined => {
	const value = request.headers[name.toLowerCase()];
	return Array.isArray(value) ? value.join(', ') : value;
};

const formOf = (request: FastifyRequest): Call['form'] => {
	const contentType = header(request, 'Content-Type')?.split(';')[0]?.trim().toLowerCase();
	return contentType === CONTENT_TYPES.payload ? 'payload' : contentType === CONTENT_TYPES.json ? 'json' : null;
};

/** Division codes are case-insensitive, like a document's name in the address. If two codes differ only in case, the exact match wins. */
const divisionOf = (store: Store, user: ApiUser, code: string): number => {
	const [found] = store
		.all(
			`SELECT division_no FROM sys_division WHERE ${foldedColumn('division_code')} = ? ORDER BY division_code = ? DESC, row_id LIMIT 1`,
			[folded(code), code],
		)
		.map((row) => row.division_no as number);
	if (found === undefined) {
		throw badRequest(`Unknown division '${code}' in the 'Division-Code' header`);
	}
	if (!user.divisions.includes(found)) {
		throw forbidden(`User '${user.name}' has no access to the division '${code}' in the 'Division-Code' header`);
	}
	return found;
};

const datesOf = (request: FastifyRequest, release: Release): DateReading => {
	const name = header(request, HEADERS.timeZone.name);
	const zone = name === undefined ? undefined : ianaZone(name);
	if (name !== undefined && zone === undefined) {
		throw badRequest(
			`The '${HEADERS.timeZone.name}' header must be the Windows name of a time zone such as 'Pacific Standard Time', got '${name}'`,
		);
	}
	return { honorsOffsets: request.method !== 'POST' || hasSince(release, '11.3'), ...(zone === undefined ? {} : { zone }) };
};

/** Reads the headers and parameters of a request. Throws for invalid values. */
export const readCall = (
	request: FastifyRequest,
	address: Address,
	query: string,
	parts: Pick<Call, 'store' | 'pages' | 'release' | 'choices' | 'decisions'>,
): Call => {
	const { store, release, choices } = parts;
	const { user } = request;
	const code = hasSince(release, HEADERS.divisionCode.since) ? header(request, HEADERS.divisionCode.name) : undefined;
	const division = code === undefined || code === '' ? undefined : divisionOf(store, user, code);
	return {
		...parts,
		address,
		parameters: readParameters(query, choices.omissions, (name) => header(request, name)),
		body: typeof request.body === 'string' ? request.body : '',
		form: formOf(request),
		saveArgument: header(request, HEADERS.saveArgument.name),
		rowAction: header(request, HEADERS.rowAction.name),
		divisions: division === undefined ? user.divisions : [division],
		division: division ?? user.defaultDivision,
		dates: datesOf(request, release),
	};
};
