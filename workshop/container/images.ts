/**
 * `npm run -s test:container:images`: the versions of n8n that the nightly workflow tests, as JSON. These are the newest images of n8n 2
 * and 3, from Docker Hub, and the last version of each quarter since the oldest supported version.
 */
const PAGES = 5;
const MAJORS = [2, 3];
/** The last version of each quarter, starting with the fourth quarter of 2025. */
const QUARTERS = ['1.123.5', '2.14.2', '2.27.5', '2.41.3'];

const numbers = (version: string): number[] => version.split('.').map(Number);
const byVersion = (one: string, other: string): number =>
	numbers(one).reduce((order, number, at) => order || number - (numbers(other)[at] ?? 0), 0);

/** The newest release of a major version among the tags of an image; undefined if there is none. */
export const newestOf = (major: number, tags: readonly string[]): string | undefined =>
	tags
		.filter((tag) => /^\d+\.\d+\.\d+$/.test(tag) && numbers(tag)[0] === major)
		.sort(byVersion)
		.at(-1);

/** At most PAGES pages of the tags whose names contain a major version and a dot, most recently updated first. */
async function tagsOf(major: number): Promise<string[]> {
	const tags: string[] = [];
	let address: string | null = `https://hub.docker.com/v2/repositories/n8nio/n8n/tags?name=${major}.&page_size=100&ordering=last_updated`;
	for (let page = 0; address && page < PAGES; page++) {
		const response: Response = await fetch(address);
		if (!response.ok) throw new Error(`Docker Hub returned ${response.status}: ${await response.text()}`);
		const { results, next } = (await response.json()) as { results: Array<{ name: string }>; next: string | null };
		tags.push(...results.map(({ name }) => name));
		address = next;
	}
	return tags;
}

async function main(): Promise<void> {
	const newest = await Promise.all(MAJORS.map(async (major) => newestOf(major, await tagsOf(major))));
	for (const [at, version] of newest.entries()) if (!version) process.stderr.write(`There is no image of n8n ${MAJORS[at]} yet.\n`);
	process.stdout.write(`${JSON.stringify([...new Set([...QUARTERS, ...newest.filter(Boolean)])])}\n`);
}

if (require.main === module) void main();
