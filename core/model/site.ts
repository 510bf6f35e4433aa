import { LIST_NAMES, type ListNames, type Release, type SuccessResponse } from '../catalog';

/** What every operation knows beside its own input. */
export interface Site {
	/** The release of the site; what is younger is refused before sending. */
	readonly release: Release;
	/** Sent as Division-Code where it is not empty. */
	readonly divisionCode?: string;
	/** Sent as Source-Time-Zone-Name where it is not empty. */
	readonly timeZoneName?: string;
	/**
	 * The IANA name of the zone (`Europe/Berlin`) in which date-times without offset are read; they are sent as UTC. Where
	 * it is left out, or {@link timeZoneName} is set, they are sent as they are.
	 */
	readonly zone?: string;
	/** Characters of the base URL that {@link WireRequest.path} follows; 120 where it is left out. */
	readonly baseUrlLength?: number;
	/** The longest URL that the site takes, in characters; 6,000 where it is left out. Longer lists of values are cut into several calls. */
	readonly longestUrl?: number;
	/** The names that the site uses for pages, order, count and records of a list, and for omitting nulls and alternate keys; {@link LIST_NAMES} if omitted. */
	readonly listNames?: ListNames;
	/** Undocumented answers that the user accepts as proof of a change; none if omitted. */
	readonly successResponses?: readonly SuccessResponse[];
	/** Free headers and query parameters of the user, added to every call. */
	readonly extraHeaders?: Readonly<Record<string, string>>;
	readonly extraParameters?: Readonly<Record<string, string>>;
}

/** The names that the site uses, {@link Site.listNames}. */
export const listNamesOf = ({ listNames = LIST_NAMES }: Site): ListNames => listNames;
