import { LIST_NAMES, type ListNames, type Release, type SiteProfile, type SuccessResponse } from '../catalog';

/** The settings of a site, which every operation needs in addition to its own input. */
export interface Site {
	/** Requests that require a newer release are rejected before they are sent. */
	readonly release: Release;
	/** Sent as Division-Code if it is not empty. */
	readonly divisionCode?: string;
	/** Sent as Source-Time-Zone-Name if it is not empty. */
	readonly timeZoneName?: string;
	/**
	 * The IANA name (`Europe/Berlin`) of the time zone of date-times without an offset. These date-times are converted to UTC. They are sent
	 * unchanged if the zone is omitted or {@link timeZoneName} is set.
	 */
	readonly zone?: string;
	/** The length of the base URL; 120 if omitted. A list of values is split into several requests if the URL would become too long. */
	readonly baseUrlLength?: number;
	/**
	 * The names that the site uses for pages, order, count and records of a list, and for omitting nulls and alternate keys;
	 * {@link LIST_NAMES} if omitted.
	 */
	readonly listNames?: ListNames;
	/** Undocumented responses that the user accepts as proof of a change; none if omitted. */
	readonly successResponses?: readonly SuccessResponse[];
	/** How the site differs from public material. Its names and values are applied when a request is sent; see `core/wire/siteFormat.ts`. */
	readonly profile?: SiteProfile;
	/** The user's own headers and query parameters, added to every request. */
	readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
	readonly extraParameters?: Readonly<Record<string, string>> | undefined;
}

/** See {@link Site.listNames}. */
export const listNamesOf = ({ listNames = LIST_NAMES }: Site): ListNames => listNames;
