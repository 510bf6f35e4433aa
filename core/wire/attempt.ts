/** What a function gave or threw, as a value: so that it can be told apart in the open, and nothing is thrown on unseen. */
export const attempt = <T>(run: () => T): { readonly value: T } | { readonly thrown: unknown } => {
	try {
		return { value: run() };
	} catch (thrown) {
		return { thrown };
	}
};
