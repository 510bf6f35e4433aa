/**
 * JSON that a user enters as the value of a field. An object or a list of objects is parsed, except in a text field:
 * `{"external_key": "A1"}` is a key in a look-up, but can be the text of a description. A field is a text field if the catalog or the
 * site's definition says so and it does not look up another record. An unknown field is not a text field. Other JSON, such as
 * `[draft]`, `["A"]` or `"quoted"`, stays text.
 */
import type { Field } from '../../core/catalog';
import { isRow } from './params';

/** Whether the field can contain any text. */
export const isTextField = (field: Field | undefined): boolean =>
	field?.type === 'text' && field.lookup === undefined && field.keyObject !== true;

/** The object or the list of objects in JSON text; any other value unchanged. */
export const parsedValue = (value: unknown): unknown => {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	let parsed: unknown;
	try {
		parsed = JSON.parse(value);
	} catch {
		return value; // Plain text can start with a bracket or brace.
	}
	return isRow(parsed) || (Array.isArray(parsed) && parsed.length > 0 && parsed.every(isRow)) ? parsed : value;
};
