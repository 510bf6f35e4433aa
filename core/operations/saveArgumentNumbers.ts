import { InputError } from '../model/inputError';
import type { KeyValue } from '../model/terms';
import { exactNumber } from '../wire/values';

const NUMBER = /^-?[0-9]+$/;

/**
 * The number to send in a body: `15` for `'15'`. A value with leading zeros, such as `'0015'`, stays text. Throws {@link InputError} if the
 * value is empty or not a number.
 */
export const numeric = (value: KeyValue, field: string, label: string): KeyValue => {
	const text = String(value ?? '').trim();
	if (text === '') throw new InputError({ field, message: `${label} is empty`, hint: 'Enter its number' });
	if (!NUMBER.test(text))
		throw new InputError({ field, message: `${label} must be a number, got ${JSON.stringify(value)}`, hint: 'Enter the number only' });
	return exactNumber(text) ?? text;
};

/**
 * The value of a save argument with several numbers: `10,11`. Throws {@link InputError} if the list is empty or a value is not a number.
 */
export const numbers = (values: readonly KeyValue[], field: string, label: string): string => {
	if (values.length === 0) throw new InputError({ field, message: `${label} are empty`, hint: 'Enter at least one number' });
	return values
		.map((value) => {
			const text = String(value ?? '').trim();
			if (NUMBER.test(text)) return text;
			throw new InputError({
				field,
				message: `${label} contain ${JSON.stringify(value)}, which is not a number`,
				hint: 'Enter numbers only',
			});
		})
		.join(',');
};
