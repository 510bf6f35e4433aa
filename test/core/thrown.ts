import { InputFault } from '../../core/model/inputFault';

/** What is thrown, which has to be of that kind. */
export const thrownAs = <Kind>(kind: abstract new (...given: never[]) => Kind, run: () => unknown): Kind => {
	try {
		run();
	} catch (thrown) {
		if (thrown instanceof kind) return thrown;
		throw thrown;
	}
	throw new Error('Nothing was thrown');
};

/** Why an input cannot be sent. */
export const faultOf = (run: () => unknown): InputFault => thrownAs(InputFault, run);
