import { median } from '../workshop/queue/figures';
import { REQUEST_COSTS } from './cases';
import { rounded, type Pair, type Row } from './results';
import { assertValid, type Stage } from './stage';

/** Processor time per request in n8n's process, in milliseconds, by type of authentication. */
export const requestCosts = async (
	stage: Stage,
	chosen: ReadonlyArray<(typeof REQUEST_COSTS.cases)[number]>,
	{ quick, rounds }: { quick: boolean; rounds: number },
): Promise<Row[]> => {
	if (chosen.length === 0) return [];
	const site = await stage.siteOf('sandbox');
	const plan = { PROBE_REQUESTS: JSON.stringify(REQUEST_COSTS.baseline) };
	const figures = new Map<string, number[]>();
	const cost = async (file: string, texts: Readonly<Record<string, string>> = {}): Promise<void> => {
		const { run } = await stage.measure(file, site, { delay: 0 }, { texts });
		assertValid(
			run.status === 'success' && run.items === REQUEST_COSTS.requests,
			`'${file}' ended with status '${run.status}' and ${run.items} items: ${run.message}`,
		);
		figures.set(file, [...(figures.get(file) ?? []), run.processorMs]);
	};
	const contestants = [
		async () => await cost(REQUEST_COSTS.alone),
		...chosen.map(
			({ ours }) =>
				async () =>
					await cost(ours),
		),
		async () => await cost('probe', plan),
		async () => await cost(REQUEST_COSTS.usual, plan),
	];
	// One warm-up round first, as in `warmUp`; a quick run skips it.
	for (let round = quick ? 0 : -1; round < rounds; round += 1) {
		if (round === 0) figures.clear();
		// Rotate the order, because the garbage of one contestant is collected while the next one runs.
		for (let turn = 0; turn < contestants.length; turn += 1) await contestants[(turn + round + contestants.length) % contestants.length]!();
	}
	const items = median(figures.get(REQUEST_COSTS.alone)!);
	// The probe receives one item instead of one per request, so the time for the items is not subtracted.
	const usual = median(figures.get(REQUEST_COSTS.usual)!) / REQUEST_COSTS.requests;
	const baseline = median(figures.get('probe')!) / REQUEST_COSTS.requests;
	const nothing: Pair = { ours: 0, peer: null };
	return chosen.map(({ name, title, ours: file }) => {
		const ours = (median(figures.get(file)!) - items) / REQUEST_COSTS.requests;
		return {
			case: name,
			title,
			server: site.name,
			latencyMs: 0,
			ours: rounded(ours, 3),
			peer: rounded(usual, 3),
			baseline: rounded(baseline, 3),
			bare: null,
			unit: 'ms',
			ratioToPeer: rounded(ours / usual, 3),
			ratioToBaseline: rounded(baseline / ours),
			peakRssMiB: nothing,
			requests: { ours: REQUEST_COSTS.requests, peer: REQUEST_COSTS.requests },
			concurrency: nothing,
			rounds,
		};
	});
};
