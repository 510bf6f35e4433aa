/**
 * All rows of a list that arrives in batches. Does not use `push(...portion)`, because a site that does not paginate can return
 * more rows than a function call can have arguments.
 */
export const collected = async <T>(portions: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
	const all: (readonly T[])[] = [];
	for await (const portion of portions) all.push(portion);
	const [first = [], ...others] = all;
	return others.length === 0 ? first : all.flat();
};
