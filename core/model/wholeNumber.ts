import { InputError } from './inputError';

/**
 * Returns the value if it is a whole number in the range, or undefined if it is missing. Throws {@link InputError} for any other number.
 * `field` is the path of the value in the input, `label` its name in messages.
 */
export const wholeNumber = (
	value: number | undefined,
	field: string,
	label: string,
	{ min, max = Infinity }: { readonly min: number; readonly max?: number },
): number | undefined => {
	if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return value;
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	throw new InputError({
		field,
		message: `'${label}' must be a whole number ${range}, got ${value}`,
		hint: `Enter a whole number ${range}`,
	});
};
