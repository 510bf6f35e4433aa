import type { DocumentEntry } from '../types';
import { LIBRARY_ENTRIES } from './library';
import { ORDER_ENTRIES } from './orders';
import { PUBLIC_ENTRIES } from './public';
import { SETUP_ENTRIES } from './setup';
import { WORK_ENTRIES } from './work';

/** Every document with an entry in the catalog. A site has about a thousand other documents, which are addressed by name. */
export const DOCUMENTS: readonly DocumentEntry[] = [
	...ORDER_ENTRIES,
	...WORK_ENTRIES,
	...LIBRARY_ENTRIES,
	...SETUP_ENTRIES,
	...PUBLIC_ENTRIES,
];

const byName = new Map(DOCUMENTS.flatMap((entry) => [[entry.name, entry] as const, ...(entry.list ? [[entry.list, entry] as const] : [])]));
const byResource = new Map(DOCUMENTS.map((entry) => [entry.resource, entry]));

/** The entry of a document by its name or the name of its list (`JmJob`, `JmJobList`). */
export const documentByName = (name: string): DocumentEntry | undefined => byName.get(name);
/** The entry of a document by the node's Resource value (`workOrder`). */
export const documentByResource = (resource: string): DocumentEntry | undefined => byResource.get(resource);
