/** What an input lacks or holds that cannot be sent. Thrown before anything was changed on the site. */
export interface InputFaultParts {
	/** The place in the input: a property (`record.value`, `conditions[1].value`), or the name of a field of the record. */
	readonly field: string;
	/** What was found, one sentence, the field in single quotes. */
	readonly what: string;
	/** How to get unstuck, one sentence. */
	readonly how: string;
}

/** See {@link InputFaultParts}; its message holds both sentences. */
export class InputFault extends Error {
	override readonly name = 'InputFault';
	readonly field: string;
	readonly what: string;
	readonly how: string;

	constructor({ field, what, how }: InputFaultParts) {
		super(`${what}. ${how}.`);
		this.field = field;
		this.what = what;
		this.how = how;
	}
}
