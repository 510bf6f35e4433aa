/** Describes input that is missing or cannot be sent. Nothing was changed on the site. */
export interface InputErrorParts {
	/** The path in the input (`record.value`, `conditions[1].value`), or the name of a field of the record. */
	readonly field: string;
	/** What is wrong, including the value, as one sentence without a period. Names of fields are in single quotes. */
	readonly message: string;
	/** How to fix the input, as one sentence without a period. */
	readonly hint: string;
}

/** See {@link InputErrorParts}. */
export class InputError extends Error {
	override readonly name = 'InputError';
	readonly field: string;
	readonly hint: string;

	constructor({ field, message, hint }: InputErrorParts) {
		super(message);
		this.field = field;
		this.hint = hint;
	}
}
