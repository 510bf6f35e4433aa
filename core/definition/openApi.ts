/**
 * Reads the OpenAPI 3.0 definition of one document (public material: OpenAPI definition). Bodies and answers are described
 * apart and differ (specification: Versioning, known issue): what stands in a body can be sent, what stands in the answer
 * alone is read-only. Many more fields are marked `nullable: false` than a create needs, so that mark is not taken for «required».
 */
import { isRow } from '../wire/values';
import type { DefinedField, DefinedTable } from './table';
import { NotReadable } from './yamlScalars';

type Part = Readonly<Record<string, unknown>>;

/** How deep sub-tables of sub-tables are followed, and references to references. */
const DEEPEST = 4;
const LONGEST_CHAIN = 20;
const LONGEST_LABEL = 60;
/** Schemas and properties that are looked at in one definition, many times those of a large one: references that refer to each other several times grow without end. */
const MOST_WORK = 1_000_000;

/** A schema with its references and compositions resolved. */
interface Schema {
	readonly type?: string;
	readonly format?: string;
	readonly title?: string;
	readonly description?: string;
	readonly readOnly: boolean;
	readonly choices: readonly unknown[];
	readonly required: readonly string[];
	readonly properties: ReadonlyMap<string, unknown>;
	readonly items?: unknown;
}

const EMPTY: Schema = { readOnly: false, choices: [], required: [], properties: new Map() };
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const entriesOf = (value: unknown): (readonly [string, unknown])[] =>
	isRow(value) ? Object.entries(value).filter(([name]) => name !== '__proto__') : [];

/** Resolves schemas within one definition. */
class Schemas {
	private work = 0;

	constructor(private readonly root: Part) {}

	/** Counts work; throws {@link NotReadable} where a definition makes too much of it. */
	spend(steps: number): void {
		this.work += steps;
		if (this.work > MOST_WORK) throw new NotReadable('The definition refers to itself too often to be read');
	}

	of(part: unknown, chain = 0): Schema {
		this.spend(1);
		if (!isRow(part) || chain > LONGEST_CHAIN) return EMPTY;
		const target = textOf(part.$ref);
		if (target !== undefined) return this.of(this.at(target), chain + 1);
		const parts = [...arrayOf(part.allOf), ...arrayOf(part.oneOf), ...arrayOf(part.anyOf)].map((each) => this.of(each, chain + 1));
		const own: Schema = {
			type: textOf(part.type),
			format: textOf(part.format),
			title: textOf(part.title),
			description: textOf(part.description),
			readOnly: part.readOnly === true,
			choices: arrayOf(part.enum).filter((choice) => choice !== null),
			required: arrayOf(part.required).filter((name): name is string => typeof name === 'string'),
			properties: new Map(entriesOf(part.properties)),
			items: part.items,
		};
		this.spend(own.properties.size + own.choices.length + own.required.length);
		return parts.reduce((one, other) => {
			this.spend(one.properties.size + other.properties.size + one.required.length + other.required.length);
			return merged(one, other);
		}, own);
	}

	/** `#/components/schemas/jm_job_get` */
	private at(reference: string): unknown {
		if (!reference.startsWith('#/')) return undefined;
		return reference
			.slice(2)
			.split('/')
			.reduce<unknown>((value, step) => (isRow(value) ? value[decoded(step)] : undefined), this.root);
	}

	/** What a request or answer holds as JSON, in each of its forms. */
	bodies(part: unknown): Schema[] {
		const resolved = isRow(part) && textOf(part.$ref) !== undefined ? this.at(textOf(part.$ref)!) : part;
		if (!isRow(resolved)) return [];
		return entriesOf(resolved.content)
			.filter(([type]) => /json|^\*\/\*$/i.test(type))
			.map(([, content]) => this.of(isRow(content) ? content.schema : undefined));
	}
}

const decoded = (step: string): string =>
	step
		.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/~1/g, '/')
		.replace(/~0/g, '~');

const merged = (one: Schema, other: Schema): Schema => ({
	type: one.type ?? other.type,
	format: one.format ?? other.format,
	title: one.title ?? other.title,
	description: one.description ?? other.description,
	readOnly: one.readOnly || other.readOnly,
	choices: one.choices.length > 0 ? one.choices : other.choices,
	required: [...one.required, ...other.required],
	properties: new Map([...one.properties, ...[...other.properties].filter(([name]) => !one.properties.has(name))]),
	items: one.items ?? other.items,
});

/** An address of the definition from the document on: `['JmJob', 'job_no={job_no}', 'jm_episode']`; undefined where it is another document's. */
const stepsOf = (path: string, document: string): string[] | undefined => {
	const steps = path.split('/').filter((step) => step !== '');
	const at = steps.findIndex((step) => step.toLowerCase() === document.toLowerCase());
	return at === -1 ? undefined : steps.slice(at);
};

/** The key field in a step such as `job_no={job_no}` or `{job_no}`. */
const keyIn = (step: string | undefined): string | undefined =>
	/^([A-Za-z0-9_]+)=/.exec(step ?? '')?.[1] ?? /^\{([A-Za-z0-9_]+)\}$/.exec(step ?? '')?.[1];

interface Address {
	readonly steps: readonly string[];
	readonly methods: Part;
}

const success = (responses: unknown): unknown => {
	const all = new Map(entriesOf(responses));
	return all.get('200') ?? [...all].find(([status]) => /^2/.test(status))?.[1] ?? all.get('default');
};

/** Where schemas of records stand: the bodies that can be sent, and the answers. */
const recordSchemas = (addresses: readonly Address[], schemas: Schemas): { sent: Schema[]; answered: Schema[] } => {
	const sent: Schema[] = [];
	const answered: Schema[] = [];
	for (const { steps, methods } of addresses.filter(({ steps: each }) => each.length <= 2)) {
		for (const method of ['post', 'put', 'patch']) if (isRow(methods[method])) sent.push(...schemas.bodies(methods[method].requestBody));
		if (isRow(methods.get) && (steps.length === 2 || answered.length === 0))
			answered.push(...schemas.bodies(success(methods.get.responses)));
	}
	return { sent, answered };
};

/** The only table in a body, or the one of the most fields: an object with an array of records. */
const tableIn = (body: Schema, schemas: Schemas): { name: string; record: Schema } | undefined => {
	const tables = [...body.properties]
		.map(([name, part]) => ({ name, record: schemas.of(schemas.of(part).items) }))
		.filter(({ record }) => record.properties.size > 0);
	return tables.sort((one, other) => other.record.properties.size - one.record.properties.size)[0];
};

/** The plain value in a look-up or key object: the property of the field's own name, else the one that looks like a key. */
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
	const words =
		title ?? (description !== undefined && description.length <= LONGEST_LABEL && !description.includes('\n') ? description : undefined);
	return words ?? name;
};

const fieldOf = (
	name: string,
	sent: Schema | undefined,
	answered: Schema | undefined,
	{ isRequired, isSeveral }: { readonly isRequired: boolean; readonly isSeveral: boolean },
	schemas: Schemas,
): DefinedField => {
	const shown = (sent ?? answered)!;
	const isObject = (schema: Schema | undefined): schema is Schema => schema !== undefined && schema.properties.size > 0;
	const scalar = isObject(shown) ? codeIn(name, shown, schemas) : shown;
	const type = typeOf(scalar);
	const labelled = labelOf(name, shown) === name && answered ? answered : shown;
	const isKeyObject = [sent, answered].some((schema) => isObject(schema) && schema.properties.has(name));
	return {
		name,
		label: labelOf(name, labelled),
		type,
		...(isKeyObject && !isSeveral ? { keyObject: true } : {}),
		...(isSeveral ? { several: true } : {}),
		...(type !== 'flag' && scalar.choices.length > 0 ? { choices: scalar.choices.map(String) } : {}),
		...(sent === undefined || sent.readOnly ? { readOnly: true } : {}),
		...(isRequired && sent !== undefined ? { required: true } : {}),
	};
};

/** Everything that is known of a table in one place. */
interface Sources {
	readonly sent?: Schema;
	readonly answered?: Schema;
}

const tableOf = (
	name: string,
	{ sent, answered }: Sources,
	way: readonly string[],
	addresses: readonly Address[],
	schemas: Schemas,
): DefinedTable => {
	schemas.spend(addresses.length);
	// The order of the answer is the one that users know from the system; what can be sent only comes behind.
	const names = [...new Set([...(answered?.properties.keys() ?? []), ...(sent?.properties.keys() ?? [])])];
	const parts = names.map((field) => ({
		field,
		inSent: sent?.properties.has(field) ? schemas.of(sent.properties.get(field)) : undefined,
		inAnswer: answered?.properties.has(field) ? schemas.of(answered.properties.get(field)) : undefined,
	}));
	const rowsOf = (schema: Schema | undefined): Schema | undefined => (schema?.items === undefined ? undefined : schemas.of(schema.items));
	// The options of a multi-select drop-down each hold their plain value under the name of the field: they are not rows.
	const isTable = ({ field, inSent, inAnswer }: (typeof parts)[number]): boolean =>
		[inSent, inAnswer].some((schema) => {
			const row = rowsOf(schema)?.properties;
			if (row === undefined || row.size === 0) return false;
			const { properties, items } = schemas.of(row.get(field));
			return !row.has(field) || properties.size > 0 || items !== undefined;
		});
	const isList = ({ inSent, inAnswer }: (typeof parts)[number]): boolean =>
		[inSent, inAnswer].some((schema) => schema?.items !== undefined || schema?.type === 'array');
	const isSeveral = (part: (typeof parts)[number]): boolean =>
		!isTable(part) && [part.inSent, part.inAnswer].some((schema) => rowsOf(schema) !== undefined);
	/** One option of a multi-select drop-down, with the words of the field. */
	const optionOf = (schema: Schema | undefined): Schema | undefined => {
		const option = rowsOf(schema);
		return option && schema && { ...option, title: schema.title, description: schema.description, readOnly: schema.readOnly };
	};
	const required = new Set(sent?.required);
	const key = keyIn(
		addresses
			.find(({ steps }) => steps.length === way.length + 1 && way.every((step, index) => index === 0 || sameStep(step, steps[index]!)))
			?.steps.at(-1),
	);
	const fields = parts
		.filter((part) => !isList(part) || isSeveral(part))
		.map((part): DefinedField => {
			const { field, inSent, inAnswer } = part;
			const isRequired = required.has(field);
			return isList(part)
				? fieldOf(field, optionOf(inSent), optionOf(inAnswer), { isRequired, isSeveral: true }, schemas)
				: fieldOf(field, inSent, inAnswer, { isRequired, isSeveral: false }, schemas);
		});
	const keyParts = parts.find(({ field }) => field === key);
	const inKey = new Set([...(keyParts?.inAnswer?.properties.keys() ?? []), ...(keyParts?.inSent?.properties.keys() ?? [])]);
	return {
		name,
		label: labelOf(name, (sent ?? answered)!),
		...(key === undefined ? {} : { key }),
		alternateKeys: fields.map((each) => each.name).filter((each) => each !== key && inKey.has(each)),
		fields,
		subTables:
			way.length >= 2 * DEEPEST
				? []
				: parts
						.filter(isTable)
						.map(({ field, inSent, inAnswer }) =>
							tableOf(field, { sent: rowsOf(inSent), answered: rowsOf(inAnswer) }, [...way, '*', field], addresses, schemas),
						),
	};
};

/** `*` stands for whichever record or row. */
const sameStep = (step: string, other: string): boolean => step === '*' || step === other;

/**
 * The table of a document with its fields and sub-tables; undefined where the definition describes none. `document` is the
 * name in the path, of a record or of a list (`JmJob`, `JmJobList`). Throws {@link NotReadable} for one that refers to itself too often.
 */
export const readDefinition = (definition: unknown, document: string): DefinedTable | undefined => {
	if (!isRow(definition)) return undefined;
	const schemas = new Schemas(definition);
	const addresses = entriesOf(definition.paths).flatMap(([path, methods]): Address[] => {
		const steps = stepsOf(path, document);
		return steps === undefined || !isRow(methods) ? [] : [{ steps, methods }];
	});
	const { sent, answered } = recordSchemas(addresses, schemas);
	const first = (bodies: readonly Schema[]) => bodies.map((body) => tableIn(body, schemas)).find((table) => table !== undefined);
	const body = first(sent);
	const answer = first(answered);
	const name = body?.name ?? answer?.name;
	if (name === undefined) return undefined;
	return tableOf(name, { sent: body?.record, answered: answer?.record }, [document], addresses, schemas);
};
