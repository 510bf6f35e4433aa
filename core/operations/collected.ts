/**
 * All rows of a list that arrives in chunks. Does not use `push(...chunk)`, because a site that does not paginate can return
 * more rows than a function call can have arguments.
 */
export const collected = async <T>(chunks: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
	const all: (readonly T[])[] = [];
	for await (const chunk of chunks) all.push(chunk);
	const [first = [], ...others] = all;
	return others.length === 0 ? first : all.flat();
};
