/** The label of the record parameter of Any Document; all other resources use their own name. */
export const RECORD_LABEL = 'Record';

/** The label of the parameter from which a field of an operation's input comes. */
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
	[/^record\.key/, 'Key Field Name or ID'],
	[/^record\b/, RECORD_LABEL],
	[/^conditions\b/, 'Conditions'],
	[/^queryJson$/, 'Query'],
	[/^allRecords$/, 'All Records'],
	[/^maxRecords$/, 'Max Records'],
	[/^sort\b/, 'Sort'],
	[/^limit$/, 'Limit'],
	[/^page$/, 'Page'],
	[/^pageSize$/, 'Page Size'],
	[/^lookUpField$/, 'Key Field Name or ID'],
	[/^lookUpKey$/, 'Key'],
	[/^fileFormat$/, 'File Format'],
	[/^columnsJson\b/, 'Fields to Return (JSON)'],
	[/^columns\b/, 'Fields to Return Names or IDs'],
	[/^subTables\b/, 'Sub-Table'],
	[/^saveArguments\b/, 'Save Arguments'],
	[/^clearSubTables\b/, 'Clear Sub-Table Names or IDs'],
	[/^document\.table$|^tableName$/, 'Table Name or ID'],
	[/^document\.primaryKey$/, 'Primary Key Name or ID'],
	[/^document\.key$/, 'Key Field Name or ID'],
	[/^document\b/, 'Resource'],
	[/^operation$/, 'Operation'],
	[/^headers$|^extraHeaders\b/, 'Additional Headers'],
	[/^parameters\b|^extraParameters\b/, 'Additional Query Parameters'],
	[/^divisionCode$/, 'Division Code'],
	[/^timeZoneName$/, 'Windows Time Zone Name'],
	[/^zone$/, 'Time Zone'],
	[/^approval$/, 'Approval'],
	[/^approved$/, 'Approved Value'],
	[/^format$/, 'Update Format'],
	[/^group$/, 'Group Code'],
	[/^rows\b/, 'Sub-Table Rows'],
	[/^searchedFields\b/, 'Fields by Search'],
	[/^records?$|^fields\b|^fieldsJson$/, 'Fields'],
];

/** Undefined for a field of the record, because the message contains its name. */
export const parameterLabel = (field: string): string | undefined => NAMES.find(([pattern]) => pattern.test(field))?.[1];
