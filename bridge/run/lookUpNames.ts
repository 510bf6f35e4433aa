/** Replaces names with keys: a model knows that an order is "Confirmed", but not that the code is CONF. */
import { OPERATORS, documentByName, type DocumentEntry, type Field, type QueryOperator } from '../../core/catalog';
import { isRefused } from '../../core/http/apiError';
import type { Client } from '../../core/http/client';
import { documentRef, type DocumentRef } from '../../core/model/documentRef';
import { InputError } from '../../core/model/inputError';
import type { Site } from '../../core/model/site';
import type { Condition, Row } from '../../core/model/terms';
import { list } from '../../core/operations';
import { collected } from '../../core/operations/collected';
import { simplified } from '../../core/wire/simplify';
import { exactNumber } from '../../core/wire/values';
import type { GenericReading } from './genericInput';
import { textOf } from './params';
import { typed } from './recordInput';

/** The maximum number of records that a message lists. */
const MAX_CHOICES = 10;

/** The parts of an input that can contain look-ups. */
interface WithLookUps {
	readonly conditions?: readonly Condition[];
	readonly fields?: Row;
	readonly records?: readonly Row[];
}

const operators: readonly QueryOperator[] = OPERATORS;
/** Operators that compare whole values, not parts of them. */
const WHOLE_VALUE_OPERATORS = new Set(
	operators
		.filter(({ operand, types }) => operand !== 'none' && types.includes('integer') && types.includes('text'))
		.map(({ name }) => name),
);

/**
 * Returns the key for the value of a field. A key is returned unchanged, and so is any value of a field that is not a look-up. For a name,
 * returns the key of the record with this name, otherwise of the record whose name contains it. Throws {@link InputError} with the choices
 * if no record or several records match. Also throws any error from reading the records.
 */
export type KeyFinder = (field: string, value: unknown) => Promise<unknown>;

/** The {@link KeyFinder} for the fields of a document. */
export const keyFinder =
	({ table }: DocumentRef, site: Site, client: Client): KeyFinder =>
	async (name, value) => {
		const field = table.fields.find((each) => each.name === name);
		const entry = field?.lookup && documentByName(field.lookup.document);
		return field === undefined || entry === undefined ? value : await keyOfName(field, entry, value, site, client);
	};

/** A copy of a row in which each name of a look-up record is replaced by the key of that record. */
export const rowWithKeys = async (row: Row, keyOf: KeyFinder): Promise<Row> =>
	Object.fromEntries(await Promise.all(Object.entries(row).map(async ([name, value]) => [name, await keyOf(name, value)] as const)));

/** The input with keys in place of names if a model uses the node, otherwise the same input. Throws what {@link KeyFinder} throws. */
export const completeInput = async <Input>(input: Input, { document, isTool, site }: GenericReading, client: Client): Promise<Input> =>
	isTool ? await withKeys(input, document.ref, site, client) : input;

const withKeys = async <Input>(input: Input, document: DocumentRef, site: Site, client: Client): Promise<Input> => {
	const given: WithLookUps = input as WithLookUps;
	const keyOf = keyFinder(document, site, client);
	const conditions = await Promise.all(
		(given.conditions ?? []).map(async (condition) => {
			const { field, operator, value } = condition;
			if (!WHOLE_VALUE_OPERATORS.has(operator)) return condition;
			const keys = Array.isArray(value)
				? await Promise.all(value.map(async (each: unknown) => await keyOf(field, each)))
				: await keyOf(field, value);
			return { ...condition, value: keys };
		}),
	);
	return {
		...input,
		...(given.conditions ? { conditions } : {}),
		...(given.fields ? { fields: await rowWithKeys(given.fields, keyOf) } : {}),
		...(given.records ? { records: await Promise.all(given.records.map(async (row) => await rowWithKeys(row, keyOf))) } : {}),
	};
};

const keyOfName = async (field: Field, entry: DocumentEntry, value: unknown, site: Site, client: Client): Promise<unknown> => {
	if (entry.list === undefined || typeof value !== 'string' || value.trim() === '') return value;
	const { titleField } = entry;
	const { key } = entry.table;
	const isNumber = entry.table.fields.find(({ name }) => name === key)?.type === 'integer';
	if (isNumber && exactNumber(value) !== undefined) return value;
	const find = async (conditions: readonly Condition[], columns: readonly string[]): Promise<readonly Row[]> => {
		const input = { document: documentRef(entry), conditions, columns: { root: columns }, limit: MAX_CHOICES + 1 };
		return simplified(await collected(list.run(input, site, client, () => {})), entry.table);
	};
	// The request omits the title field, so that a site without this field still finds the code.
	if (!isNumber && (await find([{ field: key, operator: 'equals', value }], [key])).length > 0) return value;
	const titled = async (operator?: Condition['operator']): Promise<readonly Row[]> =>
		await find(operator ? [{ field: titleField, operator, value }] : [], [key, titleField]).catch((error: unknown) => {
			if (!isRefused(error)) throw error;
			throw new InputError({
				field: field.name,
				message: `'${field.label}': the site could not search the field '${titleField}' for '${value}': ${error.message}`,
				hint: `Use the code of the record ('${key}')`,
			});
		});
	const exact = await titled('equals');
	const matches = exact.length > 0 ? exact : await titled('contains');
	const [only, ...others] = matches;
	if (only !== undefined && others.length === 0) return typed(only[key], field);
	const choices = matches.length > 0 ? matches : await titled();
	const shown = choices.slice(0, MAX_CHOICES).map((row) => `${textOf(row[titleField])} (${textOf(row[key])})`);
	throw new InputError({
		field: field.name,
		message: `'${field.label}': ${matches.length > 0 ? 'several records match' : 'no record matches'} '${value}'`,
		hint: `Use one of the codes in parentheses: ${shown.join(', ')}${choices.length > MAX_CHOICES ? ', …' : ''}`,
	});
};
