/** Compares values with schemas of the sandbox's OpenAPI definitions. */
export interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly enum?: readonly string[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly nullable?: boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
	object: isObject,
	array: Array.isArray,
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	integer: Number.isInteger,
	boolean: (value) => typeof value === 'boolean',
};

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;

/** The named schema that a schema refers to, or the schema itself. */
const resolved = (schemas: Schemas, schema: Schema): Schema =>
	schema.$ref === undefined ? schema : (schemas[schema.$ref.slice('#/components/schemas/'.length)] as Schema);

/** The differences between a value and its schema, each with its path. A property that the schema does not describe is a difference. */
export const differences = (schemas: Schemas, given: Schema, value: unknown, place = '$'): string[] => {
	const schema = resolved(schemas, given);
	const { type, format, items, properties, required = [] } = schema;
	if (value === null) {
		// Known issue (public material): fields are marked as not nullable even if they can be null, so null is accepted for them.
		// Only an array that is not nullable, such as the rows of a sub-table, must not be null.
		return type === 'array' && schema.nullable !== true ? [`${place} is null`] : [];
	}
	if (type !== undefined && !TYPES[type]?.(value)) {
		return [`${place} is not of the type ${type}: ${JSON.stringify(value)?.slice(0, 80)}`];
	}
	if (schema.enum && !schema.enum.includes(value as string)) {
		return [`${place} is not one of ${schema.enum.join(', ')}: ${String(value)}`];
	}
	if (format === 'date-time' && !DATE_TIME.test(value as string)) {
		return [`${place} is not a date: ${String(value)}`];
	}
	if (Array.isArray(value)) {
		return value.flatMap((each, index) => differences(schemas, items ?? {}, each, `${place}[${index}]`));
	}
	if (isObject(value) && properties) {
		return [
			...required.filter((name) => !(name in value)).map((name) => `${place}.${name} is missing`),
			...Object.entries(value).flatMap(([name, inner]) =>
				properties[name] ? differences(schemas, properties[name], inner, `${place}.${name}`) : [`${place}.${name} is not described`],
			),
		];
	}
	return [];
};
