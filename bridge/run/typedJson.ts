/**
 * JSON that was typed as the value of a field. An object or a list of objects is sent as such, except into a text field, which keeps
 * its text: `{"external_key": "A1"}` is a key for a look-up, and could be the content of a description. A field is a text field if the
 * catalog or the site's definition says so and it does not look up another record. A field that neither knows is not a text field.
 * Other JSON stays text, so that `[draft]`, `["A"]` or `"quoted"` are sent as typed.
 */
import type { Field } from '../../core/catalog';
import { isRow } from './params';

/** Whether the field holds text of any form. */
export const isTextField = (field: Field | undefined): boolean =>
	field?.type === 'text' && field.lookup === undefined && field.keyObject !== true;

/** The object or the list of objects that a text holds as JSON; any other value unchanged. */
export const parsedValue = (value: unknown): unknown => {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	let parsed: unknown;
	try {
		parsed = JSON.parse(value);
	} catch {
		return value; // A bracket or brace can begin a text.
	}
	return isRow(parsed) || (Array.isArray(parsed) && parsed.length > 0 && parsed.every(isRow)) ? parsed : value;
};
