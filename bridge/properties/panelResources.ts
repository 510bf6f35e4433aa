/** The resources of the generic node and the poll trigger: one document in the catalog, or several to choose from. */
import { DOCUMENTS, type DocumentEntry } from '../../core/catalog';

/** The resource for every document that has no entry in the catalog: the user enters its name. */
export const ANY_DOCUMENT = 'anyDocument';

/** The parameter that chooses a document of a resource with several documents. */
export const DOCUMENT = 'document';

/** The labels of a resource. */
export type Named = Pick<DocumentEntry, 'label' | 'labelPlural'>;

export interface PanelResource extends Named {
	/** The value of Resource. */
	readonly resource: string;
	/** The documents of the resource; the first document is the default. */
	readonly entries: readonly DocumentEntry[];
	readonly description?: string;
}

/** The documents with these names first, then the other documents that match. */
const entriesOf = (names: readonly string[], matches: (entry: DocumentEntry) => boolean = () => false): DocumentEntry[] => [
	...names.flatMap((name) => DOCUMENTS.filter((entry) => entry.name === name)),
	...DOCUMENTS.filter((entry) => matches(entry) && !names.includes(entry.name)),
];

/** Setup documents that have their own resource, because users need them often: schedulers enter time off every day. */
const SEPARATE: readonly string[] = ['SchRosterTimeOff'];

/** Groups of documents, each under one resource. Users rarely need them, and separate resources would fill the node creator. */
const GROUPS: readonly PanelResource[] = [
	{
		resource: 'setupRecord',
		label: 'Setup Record',
		labelPlural: 'Setup Records',
		description: 'Customers, contacts, types, phases, rate cards, templates and other lists that records refer to',
		entries: entriesOf(
			['ArCustomer', 'SysContactFacade', 'JmWoTemplate', 'MoServiceTemplate'],
			({ kind, name }) => kind === 'setup' && !SEPARATE.includes(name),
		),
	},
	{
		resource: 'libraryAsset',
		label: 'Library Asset',
		labelPlural: 'Library Assets',
		entries: entriesOf(['LibMaster', 'ImSessionLibMaster']),
	},
	{ resource: 'title', label: 'Title', labelPlural: 'Titles', entries: entriesOf(['LibTitle', 'LibTitleHierarchyFacade']) },
];

const grouped = new Set(GROUPS.flatMap(({ entries }) => entries));

/** The choices of Resource, except Any Document and Site. Attachments have a separate node. */
export const PANEL_RESOURCES: readonly PanelResource[] = [
	...GROUPS,
	...DOCUMENTS.filter((entry) => !grouped.has(entry) && entry.kind !== 'attachments').map((entry) => ({ ...entry, entries: [entry] })),
];

/** The documents of all resources. */
export const PANEL_DOCUMENTS: readonly DocumentEntry[] = PANEL_RESOURCES.flatMap(({ entries }) => entries);

const byResource = new Map(PANEL_RESOURCES.map((each) => [each.resource, each]));
const byEntry = new Map(PANEL_RESOURCES.flatMap((each) => each.entries.map((entry) => [entry, each] as const)));

/** Whether this is a value of Resource other than Any Document and Site. */
export const isResource = (resource: string): boolean => byResource.has(resource);

/** The resource of a document. */
export const panelResourceOf = (entry: DocumentEntry): PanelResource => {
	const found = byEntry.get(entry);
	if (found === undefined) throw new Error(`'${entry.name}' has no resource`);
	return found;
};

/** Whether this document is selected with the Document parameter, because its resource has several documents. */
const isGrouped = (entry: DocumentEntry): boolean => grouped.has(entry);

/** The values of Resource and Document that select these documents. With `hide`, a parameter is hidden for each of the documents. */
export const placesOf = (entries: readonly DocumentEntry[]): Record<string, string[]> => {
	const [own, shared] = [entries.filter((entry) => !isGrouped(entry)), entries.filter(isGrouped)];
	return Object.fromEntries(
		[['resource', own] as const, [DOCUMENT, shared] as const].flatMap(([name, some]) =>
			some.length === 0 ? [] : [[name, some.map(({ resource }) => resource)]],
		),
	);
};

/**
 * The document that the parameters Resource and Document select; undefined if a value is unknown. If `document` is empty,
 * returns the resource's default document.
 */
export const chosenEntry = (resource: string, document: string): DocumentEntry | undefined => {
	const entries = byResource.get(resource)?.entries ?? [];
	return document === '' ? entries[0] : entries.length === 1 ? entries[0] : entries.find((entry) => entry.resource === document);
};
