'use strict';

const { ADAPTIVE_WORKERS, adaptive } = require('./adaptive.js');
const { importFile } = require('./importFile.js');
const { JSON_HEADERS, requestPlans } = require('./requestPlans.js');

/** Runs the first task on its own and then the others, at most `concurrency` at a time. Returns the results in order. */
async function pool(tasks, concurrency) {
	const results = new Array(tasks.length);
	if (tasks.length === 0) return results;
	results[0] = await tasks[0]();
	let next = 1;
	const worker = async () => {
		for (let index = next++; index < tasks.length; index = next++) results[index] = await tasks[index]();
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, worker));
	return results;
}

/**
 * The platform baseline: sends the same requests as our node through n8n's own request function, with the same concurrency. It does other
 * work only for an import (see `importFile.js`). With the concurrency `adaptive`, it sends them within our node's adaptive limit instead.
 * With *Expressions*, it signs in as most nodes do: n8n evaluates the expressions of the credential for each request.
 */
class BenchProbe {
	constructor() {
		this.description = {
			displayName: 'Bench Probe',
			name: 'benchProbe',
			group: ['transform'],
			version: 1,
			description: 'Send the requests of the benchmark and nothing else',
			defaults: { name: 'Bench Probe' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [
				{ name: 'benchFunctionApi', required: true, displayOptions: { show: { signIn: ['function'] } } },
				{ name: 'benchExpressionsApi', required: true, displayOptions: { show: { signIn: ['expressions'] } } },
			],
			properties: [
				{
					displayName: 'Sign In By',
					name: 'signIn',
					type: 'options',
					options: [
						{ name: 'Function', value: 'function' },
						{ name: 'Expressions', value: 'expressions' },
					],
					default: 'function',
				},
				{ displayName: 'Site', name: 'site', type: 'string', default: '' },
				{ displayName: 'Requests', name: 'requests', type: 'json', default: '{}' },
			],
		};
	}

	async execute() {
		const signIn = this.getNodeParameter('signIn', 0);
		const site = this.getNodeParameter('site', 0);
		const { kind, concurrency: wanted, ...figures } = JSON.parse(this.getNodeParameter('requests', 0));
		const type = signIn === 'function' ? 'benchFunctionApi' : 'benchExpressionsApi';
		const more =
			signIn === 'function' ? { credentialsDecrypted: { id: '', name: type, type, data: await this.getCredentials(type) } } : undefined;
		const sendNow = async ({ path, ...request }) =>
			(
				await this.helpers.httpRequestWithAuthentication.call(
					this,
					type,
					{ url: `${site}${path}`, ...request, returnFullResponse: true, disableFollowRedirect: true, ignoreHttpStatusErrors: true },
					more,
				)
			).body;
		const [send, concurrency] = wanted === 'adaptive' ? [adaptive(site, sendNow), ADAPTIVE_WORKERS] : [sendNow, wanted];
		if (kind === 'import') return await importFile(this, send, { ...figures, concurrency, headers: JSON_HEADERS });
		const { requests, recordsOf } = requestPlans[kind](figures, this.getExecutionId());
		const bodies = await pool(
			requests.map((request) => async () => recordsOf(await send(request))),
			concurrency,
		);
		return [bodies.flat().map((json) => ({ json, pairedItem: { item: 0 } }))];
	}
}

module.exports = { BenchProbe };
