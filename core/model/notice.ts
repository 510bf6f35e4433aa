/** A finding that is not an error but that the user should know about, such as a key that a list contains twice. */
export interface Notice {
	readonly name:
		| 'countChanged'
		| 'tooFew'
		| 'duplicateKeys'
		| 'pageGap'
		| 'otherPageSize'
		| 'sortedInParts'
		| 'keysUnclear'
		| 'notReadBack'
		| 'fieldsOmitted'
		| 'additionalColumns'
		| 'keysNotFound'
		| 'createdUnknown'
		| 'siteMessage'
		| 'templatesNotLoaded'
		| 'tooManyRecords'
		| 'oldValueUnknown'
		| 'notRemembered'
		| 'outcomeUnknown'
		| 'moreChanges'
		| 'selectionUnclear'
		| 'customFieldsUnknown'
		| 'fieldsUnknown'
		| 'importValidated'
		| 'importStopped'
		| 'throttled';
	/** One or two sentences with the relevant names and numbers. */
	readonly text: string;
}

/** Notices that can occur even if the list does not change while it is read. */
export const HARMLESS_NOTICES: ReadonlySet<Notice['name']> = new Set(['otherPageSize', 'sortedInParts']);

/** Receives each {@link Notice} immediately. */
export type OnNotice = (notice: Notice) => void;
