/** Checks compression, and the latency of concurrent requests. */
import { FEATURES, HEADERS, hasSince } from '../catalog';
import { difference, ok } from './finding';
import { CheckStopped } from './prober';
import { firstPageOf, listParameters, listPath, readList, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const SIZE = 20;

/**
 * Compares the lengths that the site reports for a compressed and an uncompressed response. The bodies cannot be compared, because the HTTP
 * client decompresses them and removes the header that names the compression.
 */
export const checkCompression = async (site: SiteUnderCheck): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined || !hasSince(site.profile.release ?? site.release, FEATURES.compression)) return;
	const read = async (encoding: string) =>
		await readList(site, list.entry, { size: SIZE, page: firstPageOf(site), headers: { [HEADERS.acceptEncoding.name]: encoding } });
	const [plain, packed] = [await read('identity'), await read('gzip, deflate')];
	const topic = 'Compression';
	const assumed = 'The site compresses responses';
	if (plain.kind !== 'response' || plain.status !== 200) return;
	if (packed.kind !== 'response' || packed.status !== 200) {
		site.profile.requests.compression = false;
		return void site.findings.push(
			difference(topic, assumed, 'A compressed response cannot be read', 'Every request fails, because the nodes request compression'),
		);
	}
	const [full, small] = [plain.headers['content-length'], packed.headers['content-length']];
	if (full === undefined)
		return void site.findings.push(ok(topic, assumed, 'Not checked: the site does not report the length of responses'));
	site.findings.push(
		small === undefined || Number(small) < Number(full)
			? ok(topic, assumed)
			: difference(topic, assumed, 'Responses are not compressed', 'Large lists take longer', { severity: 'info', recommendation: '' }),
	);
};

const LEVELS = [1, 2, 4] as const;
/** The number of requests at each level of concurrency. */
const SAMPLES = 4;
/** If concurrent requests take more than this multiple of the time of one request, the site processes them one after the other. */
const SLOWER = 3;
/** Latencies up to this value (in milliseconds) are not reported as a difference. */
const NOTICEABLE = 500;

const medianOf = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/**
 * The latencies of {@link SAMPLES} requests, sent `level` at a time. If these requests stop the check, returns the error for
 * levels above 1 and throws it for level 1.
 */
const latenciesAt = async (site: SiteUnderCheck, { entry }: ReadableList, level: number): Promise<readonly number[] | CheckStopped> => {
	const measure = async (): Promise<number[]> => {
		const latencies: number[] = [];
		for (let sent = 0; sent < SAMPLES; sent += level)
			latencies.push(...(await site.prober.measure(level, listPath(entry), listParameters(site, { size: 1, page: firstPageOf(site) }))));
		return latencies;
	};
	return await measure().catch((error: unknown) => {
		if (error instanceof CheckStopped && level > 1) return error;
		throw error;
	});
};

/** Runs last, because it can reach one of the site's limits, which ends the check. */
export const checkLatency = async (site: SiteUnderCheck, maxConcurrent: number): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined) return;
	const { findings, profile } = site;
	const assumed = 'The site processes 4 concurrent requests as fast as one';
	const medians: (readonly [level: number, milliseconds: number])[] = [];
	for (const level of LEVELS.filter((each) => each <= maxConcurrent)) {
		const measured = await latenciesAt(site, list, level);
		if (measured instanceof CheckStopped) {
			profile.requests.maxConcurrent = level / 2;
			return void findings.push(
				difference(
					'Concurrent requests',
					assumed,
					`${measured.message}, with ${level} concurrent requests`,
					'Runs are slower, because requests are repeated',
				),
			);
		}
		medians.push([level, medianOf(measured)]);
	}
	const [alone = 0, most = 0] = [medians[0]?.[1], medians.at(-1)?.[1]];
	const found = medians.map(([level, milliseconds]) => `${milliseconds} ms with ${level}`).join(', ');
	findings.push(
		most > NOTICEABLE && most > alone * SLOWER
			? difference('Concurrent requests', assumed, found, 'Concurrent requests do not make runs faster; the nodes adapt automatically', {
					severity: 'info',
					recommendation: '',
				})
			: ok('Concurrent requests', assumed, found),
	);
};
