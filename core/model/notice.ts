/** What a run found that is no fault, but that its user has to know: a list whose count moved, a key that came twice. */
export interface Notice {
	readonly name:
		| 'countMoved'
		| 'tooFew'
		| 'keyTwice'
		| 'pageGap'
		| 'smallerPages'
		| 'sortedInParts'
		| 'keysUnclear'
		| 'notReadBack'
		| 'fieldsOmitted'
		| 'furtherColumns'
		| 'keysNotFound'
		| 'createdUnknown'
		| 'siteMessage'
		| 'templatesNotLoaded'
		| 'tooManyRecords'
		| 'oldValueUnknown';
	/** In plain words, with the figures. */
	readonly text: string;
}

/** Hears of each {@link Notice} as it is found. */
export type OnNotice = (notice: Notice) => void;
