import type { DocumentEntry } from '../types';
import { LIBRARY_ENTRIES } from './library';
import { ORDER_ENTRIES } from './orders';
import { PUBLIC_ENTRIES } from './public';
import { SETUP_ENTRIES } from './setup';
import { WORK_ENTRIES } from './work';

/** Every document that has an entry. About a thousand more exist on a site; they work by their name. */
export const DOCUMENTS: readonly DocumentEntry[] = [
	...ORDER_ENTRIES,
	...WORK_ENTRIES,
	...LIBRARY_ENTRIES,
	...SETUP_ENTRIES,
	...PUBLIC_ENTRIES,
];

const byName = new Map(DOCUMENTS.flatMap((entry) => [[entry.name, entry] as const, ...(entry.list ? [[entry.list, entry] as const] : [])]));
const byResource = new Map(DOCUMENTS.map((entry) => [entry.resource, entry]));

/** The entry of a document by its name or that of its list (`JmJob`, `JmJobList`); undefined where there is none. */
export const documentByName = (name: string): DocumentEntry | undefined => byName.get(name);
/** The entry by the node's Resource value (`workOrder`); undefined where there is none. */
export const documentByResource = (resource: string): DocumentEntry | undefined => byResource.get(resource);
