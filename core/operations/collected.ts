/** All rows of a list that arrives in portions. Without `push(...portion)`: a function call cannot have as many arguments as a site without pages returns rows. */
export const collected = async <T>(portions: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
	const all: (readonly T[])[] = [];
	for await (const portion of portions) all.push(portion);
	const [first = [], ...others] = all;
	return others.length === 0 ? first : all.flat();
};
