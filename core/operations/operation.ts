import type { Release } from '../catalog';
import type { Client } from '../http/client';
import type { WireRequest } from '../http/port';

/** A record as JSON gives it. */
export type Row = Record<string, unknown>;

/** What every operation knows beside its own input. */
export interface Site {
	/** The release of the site; what is younger is refused before sending. */
	readonly release: Release;
	/** Sent as Division-Code where it is not empty. */
	readonly divisionCode?: string;
	/** Sent as Source-Time-Zone-Name where it is not empty. */
	readonly timeZoneName?: string;
	/** Free headers and query parameters of the user, added to every call. */
	readonly extraHeaders?: Readonly<Record<string, string>>;
	readonly extraParameters?: Readonly<Record<string, string>>;
}

/**
 * One thing that can be done with the interface. The generic node and the action nodes hold the same
 * objects; `compose` is what a preview shows and what `run` sends.
 */
export interface Operation<Input> {
	/** `get`, `updateMany`, `voidOrder` … */
	readonly name: string;
	/**
	 * The requests of one input, in order; an operation whose number of requests depends on answers
	 * (pages, cut `$in` lists) gives those it can know. Throws {@link InputFault} for what cannot be sent.
	 */
	compose(input: Input, site: Site): WireRequest[];
	/**
	 * Carries it out and gives records in portions, as answers come. Throws {@link InputFault} before
	 * anything is sent, {@link ApiFault} for what the server or the network did.
	 */
	run(input: Input, site: Site, client: Client): AsyncIterable<readonly Row[]>;
}
