/** Runs one of the `USES` in n8n's engine against one foreign site, and compares the reported outcome with what the site did. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Engine } from '../../../workshop/engine/engine';
import { byItem, reportedOf } from '../comparing';
import type { ForeignCase, Verdict } from './foreignCase';
import { http1, startRawSite } from './rawSite';
import { USES, type Use, type UseName } from './uses';

const MAX_ATTEMPTS = 2;
const SECRET = 'foreign-secret-9431';

const allowed = ({ verdict }: ForeignCase, { effect }: Use): readonly Verdict[] =>
	[typeof verdict === 'function' ? verdict(effect) : verdict].flat();

/** @returns the problems; empty if the reported outcome follows from the response and agrees with what the site did */
export const runCase = async (engine: Engine, foreign: ForeignCase, name: UseName): Promise<string[]> => {
	const use: Use = USES[name];
	let attempts = 0;
	let unexpected = '';
	const site = await startRawSite((request) => {
		if (request.method !== use.method || !use.path.test(request.address)) {
			unexpected = `${request.method} ${request.address}`;
			return [http1({ status: 404, body: { error: 'There is nothing here' } })];
		}
		attempts += 1;
		return foreign.respond(use, request, attempts);
	});
	try {
		const outcome = await engine.run({
			node: use.node,
			parameters: {
				authentication: 'basic',
				...use.parameters,
				options: { ...(use.parameters.options as object), maxAttempts: MAX_ATTEMPTS, concurrency: 1, timeout: foreign.timeout ?? 30 },
			} as never,
			credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: SECRET } },
			input: use.input as unknown as INodeExecutionData[],
			onError: 'continueRegularOutput',
		});
		const items = byItem(outcome, use.input.length);
		const wanted = allowed(foreign, use);
		const reported = items.map(reportedOf);
		const [mayHaveDone, mayNotHaveDone] = [foreign.effect !== 'notProcessed', foreign.effect !== 'processed'];
		const rows = items.flatMap((item) => item.rows);
		const text = JSON.stringify([outcome.output, outcome.error, outcome.hints]);
		return [
			...(unexpected === '' ? [] : [`sent ${unexpected}`]),
			...(attempts === 0 ? ['the site received no request'] : []),
			...(outcome.error ? [`the run ended: ${outcome.error.message}`] : []),
			...reported.flatMap((own, index) =>
				wanted.includes(own as Verdict)
					? []
					: [
							`item ${index} was reported as ${own}, expected ${wanted.join(' or ')}: ${items[index]!.fault ?? JSON.stringify(items[index]!.rows)}`,
						],
			),
			// These checks use only what the site did, not the expected verdict.
			...(use.effect !== 'read' && reported.includes('done') && mayNotHaveDone
				? ['reported as done, and the site may have done nothing']
				: []),
			...(use.effect !== 'read' && reported.includes('refused') && mayHaveDone
				? ['reported as not done, and the site may have done it']
				: []),
			...(use.effect === 'once' && mayHaveDone && attempts > 1 ? [`done ${attempts} times`] : []),
			...(reported.every((own) => own === 'done') ? wrongRows(use, rows) : []),
			...(text.includes(SECRET) ? ['the password is in the output'] : []),
		];
	} finally {
		await site.close();
	}
};

/** The rows that differ from the site's response, such as an invented record, or a key with missing digits. */
const wrongRows = (use: Use, rows: readonly Record<string, unknown>[]): string[] => {
	if (rows.length !== use.rows.length) return [`${rows.length} rows instead of ${use.rows.length}`];
	return use.rows.flatMap((expected, index) =>
		Object.entries(expected)
			.filter(
				([field, value]) =>
					rows[index]![field] !== undefined && rows[index]![field] !== null && String(rows[index]![field]) !== String(value),
			)
			.map(([field, value]) => `row ${index} has ${field} ${JSON.stringify(rows[index]![field])} instead of ${JSON.stringify(value)}`),
	);
};
