import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** The parameter that sets each input field, if their names differ. For an option, the path starts with the name of its collection. */
const PARAMETERS: Readonly<Record<string, string>> = {
	'record.key': 'keyField',
	'document.key': 'keyField',
	'document.primaryKey': 'primaryKey',
	'document.table': 'options.tableName',
	document: 'resource',
	chosenDocument: 'document',
	columns: 'options.columns',
	fields: 'fieldsJson',
	format: 'options.updateFormat',
	group: 'groupCode',
	headers: 'options.extraHeaders',
	order: 'record',
	parameters: 'options.extraParameters',
	records: 'fieldsJson',
	templates: 'serviceTemplates',
	zone: 'options.zoneMode',
};

/** A parameter with its path. For an option, the path starts with the name of its collection. */
type Named = readonly [name: string, property: INodeProperties];

const isProperty = (option: INodePropertyOptions | INodeProperties | INodePropertyCollection): option is INodeProperties =>
	'displayName' in option && 'type' in option;

const named = (properties: readonly INodeProperties[]): Named[] =>
	properties.flatMap((property): Named[] => [
		[property.name, property],
		...(property.type === 'collection'
			? (property.options ?? []).filter(isProperty).map((option): Named => [`${property.name}.${option.name}`, option])
			: []),
	]);

const isOf = ({ displayOptions }: INodeProperties, resource: unknown): boolean =>
	displayOptions?.show?.resource?.includes(resource as string) ?? true;

/**
 * For a field of an operation's input, such as `sort[0].field`, finds the label of the parameter it comes from. Undefined for a
 * field of the record, because the message contains its name.
 */
export const parameterLabels = (properties: readonly INodeProperties[], resource: unknown): ((field: string) => string | undefined) => {
	const all = named(properties);
	const labelOf = (name: string): string | undefined => {
		const candidates = all.filter(([each]) => each === name).map(([, property]) => property);
		return (candidates.find((property) => isOf(property, resource)) ?? candidates[0])?.displayName;
	};
	return (field) => {
		const [first = ''] = /^\w+/.exec(field) ?? [];
		const name = PARAMETERS[field] ?? PARAMETERS[first] ?? first;
		return labelOf(name) ?? labelOf(`options.${name}`);
	};
};
