/** The adaptive limit of our node, for the baseline with our limit. */
'use strict';

const { performance } = require('node:perf_hooks');

// Both packages are installed in the same folder.
const { MAX_LIMIT } = require('n8n-nodes-media-operations/dist/core/http/adaptiveLimit.js');
const { SiteBudget } = require('n8n-nodes-media-operations/dist/core/http/siteBudget.js');

/** As in our node, the limit of a site is kept from run to run. */
const budgets = new Map();
const budgetOf = (site) => {
	const { origin } = new URL(site);
	if (!budgets.has(origin))
		budgets.set(
			origin,
			new SiteBudget({
				now: Date.now,
				sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms)),
				busyTime: () => performance.eventLoopUtilization().active,
			}),
		);
	return budgets.get(origin);
};

/** Returns a function that sends a request with `send` as soon as the adaptive limit of the site allows it. */
const adaptive = (site, send) => {
	const share = budgetOf(site).share({});
	return async (request) => {
		const { method, path } = request;
		const release = await share.acquire({ kind: `${method} ${path.split('?')[0].split('=')[0]}`, isRepeatable: method !== 'POST' });
		try {
			return await send(request);
		} finally {
			release({ how: 'responded' });
		}
	};
};

module.exports = { ADAPTIVE_WORKERS: MAX_LIMIT, adaptive };
