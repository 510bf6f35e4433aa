/** Runs a function and returns its value or the thrown error. */
export const attempt = <T>(run: () => T): { readonly value: T } | { readonly thrown: unknown } => {
	try {
		return { value: run() };
	} catch (thrown) {
		return { thrown };
	}
};
