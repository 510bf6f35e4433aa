/** The parameter of the panel that a place in the input of an operation came from, by the name that stands beside it. */
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
	[/^record\.key/, 'Key Field'],
	[/^record\b/, 'Record'],
	[/^conditions\b/, 'Conditions'],
	[/^queryJson$/, 'Query'],
	[/^allRecords$/, 'All Records'],
	[/^highestNumber$/, 'Highest Number of Records'],
	[/^sort\b/, 'Sort'],
	[/^limit$/, 'Limit'],
	[/^pageSize$/, 'Page Size'],
	[/^columnsJson\b/, 'Fields to Return (JSON)'],
	[/^columns\b/, 'Fields to Return'],
	[/^subTables\b/, 'Sub-Table'],
	[/^saveArguments\b/, 'Save Arguments'],
	[/^clearSubTables\b/, 'Clear Sub-Tables'],
	[/^document\.table$/, 'Table'],
	[/^document\.key$/, 'Key Field'],
	[/^document\b/, 'Resource'],
	[/^operation$/, 'Operation'],
	[/^headers$|^extraHeaders\b/, 'Further Headers'],
	[/^parameters\b|^extraParameters\b/, 'Further Query Parameters'],
	[/^divisionCode$/, 'Division Code'],
	[/^timeZoneName$/, 'Windows Time Zone Name'],
	[/^zone$/, 'Time Zone'],
	[/^approval$/, 'Approval'],
	[/^group$/, 'Group Code'],
	[/^records?$|^fields\b|^fieldsJson$/, 'Fields'],
];

/** Undefined for the name of a field of the record: it stands in the words already. */
export const parameterNames = (field: string): string | undefined => NAMES.find(([pattern]) => pattern.test(field))?.[1];
