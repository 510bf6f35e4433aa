/** What an operation of the nodes is to the matrix: the records it works on, and a way to see in the store what became of each. */
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { Json, PlainSite } from './site';

/**
 * What a second call would do (specification: Endpoints): nothing at all, leave what the first left, or do it again.
 */
export type Effect = 'read' | 'repeatable' | 'once';

export interface PreparedItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** What the store says of one item. */
export interface Found {
	/** How often it was done; undefined where it changes nothing. */
	readonly times?: number;
	/** What the rows have to say that tell it done, one by one; keys as the store has them. */
	readonly rows: readonly Json[];
}

/** So many items of an operation, ready to run. */
export interface Prepared {
	readonly parameters: INodeParameters;
	readonly input: readonly PreparedItem[];
	/** Past the nodes, in the order of the items. */
	look(): Promise<Found[]>;
}

export interface Operation {
	readonly name: string;
	readonly node: string;
	/** Of the request that meets the fault. */
	readonly effect: Effect;
	/** The method of that request; others of the operation go by other methods. */
	readonly method: string;
	/** Narrows the request where the method alone does not. */
	readonly path?: string;
	/** Whether its good answer has a body (specification: Endpoints): `never` is 204; if it `may` have none, 204 is a good answer as well. */
	readonly body: 'always' | 'may' | 'never';
	/** A repeat after it was carried out is refused, since there is nothing left to do it to. */
	readonly repeatIsRefused?: true;
	/** The request comes after the change and only reads it back: whatever becomes of it, the change was made. */
	readonly isAfterwards?: true;
	/** Items that go in one call; a list is one item whatever it reads. */
	readonly itemsPerCall?: number;
	readonly readsList?: true;
	prepare(site: PlainSite, tag: string, items: number): Promise<Prepared>;
}
