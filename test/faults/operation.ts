/** An operation that is tested with every fault: the records it works on, and how to see in the store what happened to each. */
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { Json, PlainSite } from './site';

/** The effect of sending a request twice (specification: Endpoints): no change, the same result as sending it once, or a second change. */
export type Effect = 'read' | 'repeatable' | 'once';

export interface PreparedItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** The contents of the store for one item. */
export interface Found {
	/** How many times the store shows the item's change; undefined if the operation changes nothing. */
	readonly times?: number;
	/** The values that the node's output for the item must contain if the item is reported as done; keys as in the store. */
	readonly rows: readonly Json[];
}

/** N items of an operation, ready to run. */
export interface Prepared {
	readonly parameters: INodeParameters;
	readonly input: readonly PreparedItem[];
	/** Reads the store without the nodes; one entry for each item, in order. */
	look(): Promise<Found[]>;
}

export interface Operation {
	readonly name: string;
	readonly node: string;
	/** The effect of the request that the fault affects. */
	readonly effect: Effect;
	/** The method of the request that the fault affects. If `path` is undefined, no other request of the operation uses this method. */
	readonly method: string;
	/** Identifies the request that the fault affects by its path, if the method is not enough. */
	readonly path?: string;
	/**
	 * Whether a valid response to the request has a body (specification: Endpoints): `always` has one, `never` means 204, and `may` allows
	 * both.
	 */
	readonly body: 'always' | 'may' | 'never';
	/** A retry of a request that was processed is refused, because there is nothing left to change. */
	readonly repeatIsRefused?: true;
	/** The request follows the change and only reads the record: whatever its outcome, the change was made. */
	readonly isAfterwards?: true;
	/** The number of items in one request; a list is one item regardless of how many records it reads. */
	readonly itemsPerRequest?: number;
	readonly readsList?: true;
	prepare(site: PlainSite, tag: string, items: number): Promise<Prepared>;
}
