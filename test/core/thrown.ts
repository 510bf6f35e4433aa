import { InputError } from '../../core/model/inputError';

/** The error that `run` throws, which must be an instance of `kind`. */
export const thrownAs = <Kind>(kind: abstract new (...given: never[]) => Kind, run: () => unknown): Kind => {
	try {
		run();
	} catch (thrown) {
		if (thrown instanceof kind) return thrown;
		throw thrown;
	}
	throw new Error('Nothing was thrown');
};

/** The error for an input that cannot be sent. */
export const errorOf = (run: () => unknown): InputError => thrownAs(InputError, run);
