/**
 * Reads the OpenAPI 3.0 definition of one document (public material: OpenAPI definition). The schemas of bodies and responses differ
 * (specification: Versioning, known issue): fields in a body can be sent, and fields that are only in the response are read-only.
 * `nullable: false` does not mean that a field is required: definitions mark many more fields than a create needs.
 */
import { isRow } from '../wire/values';
import { EMPTY, entriesOf, Schemas, type Part, type Schema } from './schemas';
import type { DefinedField, DefinedTable } from './table';

/** The maximum depth of sub-tables. */
const MAX_DEPTH = 4;
const MAX_LABEL = 60;

/**
 * The segments of a path, starting with the document: `['JmJob', 'job_no={job_no}', 'jm_episode']`; undefined if the path belongs to
 * another document.
 */
const stepsOf = (path: string, document: string): string[] | undefined => {
	const steps = path.split('/').filter((step) => step !== '');
	const at = steps.findIndex((step) => step.toLowerCase() === document.toLowerCase());
	return at === -1 ? undefined : steps.slice(at);
};

/** The key field in a step such as `job_no={job_no}` or `{job_no}`. The name of a placeholder, such as `{id}`, need not be a field. */
const keyIn = (step: string): { readonly name?: string | undefined; readonly isPlaceholder: boolean } => {
	const named = /^([A-Za-z0-9_]+)=/.exec(step)?.[1];
	return { name: named ?? /^\{([A-Za-z0-9_]+)\}$/.exec(step)?.[1], isPlaceholder: named === undefined };
};

interface Address {
	readonly steps: readonly string[];
	readonly methods: Part;
}

const success = (responses: unknown): unknown => {
	const all = new Map(entriesOf(responses));
	return all.get('200') ?? [...all].find(([status]) => /^2/.test(status))?.[1] ?? all.get('default');
};

/** The schemas of bodies that can be sent, and of responses. */
const recordSchemas = (addresses: readonly Address[], schemas: Schemas): { sent: Schema[]; returned: Schema[] } => {
	const sent: Schema[] = [];
	const returned: Schema[] = [];
	for (const { steps, methods } of addresses.filter(({ steps: each }) => each.length <= 2)) {
		for (const method of ['post', 'put', 'patch']) if (isRow(methods[method])) sent.push(...schemas.bodies(methods[method].requestBody));
		if (isRow(methods.get) && (steps.length === 2 || returned.length === 0))
			returned.push(...schemas.bodies(success(methods.get.responses)));
	}
	return { sent, returned };
};

/** The table in a body, which is an object with arrays of records. If there are several tables, the one with the most fields. */
const tableIn = (body: Schema, schemas: Schemas): { name: string; record: Schema } | undefined => {
	const tables = [...body.properties]
		.map(([name, part]) => ({ name, record: schemas.of(schemas.of(part).items) }))
		.filter(({ record }) => record.properties.size > 0);
	return tables.sort((one, other) => other.record.properties.size - one.record.properties.size)[0];
};

/** The plain value in a look-up or key object: the property with the field's name, otherwise the one whose name looks like a key. */
const codeIn = (name: string, { properties }: Schema, schemas: Schemas): Schema => {
	const names = [...properties.keys()];
	const code = properties.has(name) ? name : (names.find((each) => /_(no|code|id|seq)$/.test(each)) ?? names[0]);
	return code === undefined ? EMPTY : schemas.of(properties.get(code));
};

const FLAG_CHOICES = new Set(['Y', 'N']);

const typeOf = ({ type, format, choices }: Schema): DefinedField['type'] => {
	if (choices.length > 0 && choices.every((choice) => FLAG_CHOICES.has(String(choice)))) return 'flag';
	if (format === 'date-time' || format === 'date') return 'dateTime';
	if (type === 'integer') return 'integer';
	return type === 'number' ? 'decimal' : 'text';
};

const labelOf = (name: string, { title, description }: Schema): string => {
	const text =
		title ?? (description !== undefined && description.length <= MAX_LABEL && !description.includes('\n') ? description : undefined);
	return text ?? name;
};

const fieldOf = (
	name: string,
	sent: Schema | undefined,
	returned: Schema | undefined,
	{ isRequired, isMultiSelect }: { readonly isRequired: boolean; readonly isMultiSelect: boolean },
	schemas: Schemas,
): DefinedField => {
	const shown = sent ?? returned ?? EMPTY;
	const isObject = (schema: Schema | undefined): schema is Schema => schema !== undefined && schema.properties.size > 0;
	const scalar = isObject(shown) ? codeIn(name, shown, schemas) : shown;
	const type = typeOf(scalar);
	const labelled = labelOf(name, shown) === name && returned ? returned : shown;
	const isKeyObject = [sent, returned].some((schema) => isObject(schema) && schema.properties.has(name));
	return {
		name,
		label: labelOf(name, labelled),
		type,
		...(isKeyObject && !isMultiSelect ? { keyObject: true } : {}),
		...(isMultiSelect ? { multiSelect: true } : {}),
		...(type !== 'flag' && scalar.choices.length > 0 ? { choices: scalar.choices.map(String) } : {}),
		...(sent === undefined || sent.readOnly ? { readOnly: true } : {}),
		...(isRequired && sent !== undefined ? { required: true } : {}),
	};
};

/** The schemas of one table. */
interface Sources {
	readonly sent?: Schema | undefined;
	readonly returned?: Schema | undefined;
}

const tableOf = (
	name: string,
	{ sent, returned }: Sources,
	path: readonly string[],
	addresses: readonly Address[],
	schemas: Schemas,
): DefinedTable => {
	schemas.count(addresses.length);
	// First the fields of the response, in the order that users know from the system. Then the fields that only request bodies contain.
	const names = [...new Set([...(returned?.properties.keys() ?? []), ...(sent?.properties.keys() ?? [])])];
	const parts = names.map((field) => ({
		field,
		inSent: sent?.properties.has(field) ? schemas.of(sent.properties.get(field)) : undefined,
		inResponse: returned?.properties.has(field) ? schemas.of(returned.properties.get(field)) : undefined,
	}));
	const rowsOf = (schema: Schema | undefined): Schema | undefined => (schema?.items === undefined ? undefined : schemas.of(schema.items));
	// The options of a multi-select drop-down are not rows: they contain their plain value under the field's name.
	const isTable = ({ field, inSent, inResponse }: (typeof parts)[number]): boolean =>
		[inSent, inResponse].some((schema) => {
			const row = rowsOf(schema)?.properties;
			if (row === undefined || row.size === 0) return false;
			const { properties, items } = schemas.of(row.get(field));
			return !row.has(field) || properties.size > 0 || items !== undefined;
		});
	const isList = ({ inSent, inResponse }: (typeof parts)[number]): boolean =>
		[inSent, inResponse].some((schema) => schema?.items !== undefined || schema?.type === 'array');
	const isMultiSelect = (part: (typeof parts)[number]): boolean =>
		!isTable(part) && [part.inSent, part.inResponse].some((schema) => rowsOf(schema) !== undefined);
	/** The schema of one option of a multi-select drop-down, with the title, description and read-only flag of the field. */
	const optionOf = (schema: Schema | undefined): Schema | undefined => {
		const option = rowsOf(schema);
		return option && schema && { ...option, title: schema.title, description: schema.description, readOnly: schema.readOnly };
	};
	const required = new Set(sent?.required);
	const keys = addresses
		.filter(({ steps }) => steps.length === path.length + 1 && path.every((step, index) => index === 0 || sameStep(step, steps[index])))
		.map(({ steps }) => keyIn(steps[path.length] ?? ''))
		.flatMap(({ isPlaceholder, name: each }) => (each === undefined || (isPlaceholder && !names.includes(each)) ? [] : [each]));
	// A key object contains a property with the name of its field, such as `job_no: { job_no: 12 }`.
	const hasObject = ({ field, inSent, inResponse }: (typeof parts)[number]): boolean =>
		[inSent, inResponse].some((schema) => schema?.properties.has(field));
	const key = keys.find((each) => parts.some((part) => part.field === each && hasObject(part))) ?? keys[0];
	const fields = parts
		.filter((part) => !isList(part) || isMultiSelect(part))
		.map((part): DefinedField => {
			const { field, inSent, inResponse } = part;
			const isRequired = required.has(field);
			return isList(part)
				? fieldOf(field, optionOf(inSent), optionOf(inResponse), { isRequired, isMultiSelect: true }, schemas)
				: fieldOf(field, inSent, inResponse, { isRequired, isMultiSelect: false }, schemas);
		});
	const keyParts = parts.find(({ field }) => field === key);
	const inKey = new Set([...(keyParts?.inResponse?.properties.keys() ?? []), ...(keyParts?.inSent?.properties.keys() ?? [])]);
	return {
		name,
		label: labelOf(name, sent ?? returned ?? EMPTY),
		...(key === undefined ? {} : { key }),
		alternateKeys: fields.map((each) => each.name).filter((each) => each !== key && inKey.has(each)),
		fields,
		subTables:
			path.length >= 2 * MAX_DEPTH
				? []
				: parts
						.filter(isTable)
						.map(({ field, inSent, inResponse }) =>
							tableOf(field, { sent: rowsOf(inSent), returned: rowsOf(inResponse) }, [...path, '*', field], addresses, schemas),
						),
	};
};

/** `*` matches any record or row. */
const sameStep = (step: string, other: string | undefined): boolean => step === '*' || step === other;

/**
 * The table of a document with its fields and sub-tables; undefined if the definition does not contain it. `document` is the name in the
 * path of a record or of a list (`JmJob`, `JmJobList`). Throws `DefinitionError` if resolving the references takes too many steps.
 */
export const readDefinition = (definition: unknown, document: string): DefinedTable | undefined => {
	if (!isRow(definition)) return undefined;
	const schemas = new Schemas(definition);
	const addresses = entriesOf(definition.paths).flatMap(([path, methods]): Address[] => {
		const steps = stepsOf(path, document);
		return steps === undefined || !isRow(methods) ? [] : [{ steps, methods }];
	});
	const { sent, returned } = recordSchemas(addresses, schemas);
	const first = (bodies: readonly Schema[]) => bodies.map((body) => tableIn(body, schemas)).find((table) => table !== undefined);
	const body = first(sent);
	const response = first(returned);
	const name = body?.name ?? response?.name;
	if (name === undefined) return undefined;
	return tableOf(name, { sent: body?.record, returned: response?.record }, [document], addresses, schemas);
};
