/** The clients of all nodes: one client per run, and one budget per site for all runs of the process. */
import { sleep } from 'n8n-workflow';

import { createClient, type Client } from '../../core/http/client';
import { SiteBudget } from '../../core/http/siteBudget';
import type { CancelSignal } from '../../core/model/port';
import type { Connection, NodeContext } from '../site/connection';
import { timerDelay } from './timerDelay';
import { createSend } from './transport';

/** When this many sites have a budget, the budgets of sites without active requests are deleted. */
const MAX_IDLE_SITES = 100;

const budgets = new Map<string, SiteBudget>();

const isSending = (): boolean => {
	for (const budget of budgets.values()) if (!budget.isIdle) return true;
	return false;
};

/** How long (ms) the event loop of this process has been busy. */
const busyTime = (): number => performance.eventLoopUtilization().active;

/**
 * The budget of the site at `baseUrl`. All base URLs with the same origin share a budget, because their databases run on the same server.
 */
export const budgetOf = (baseUrl: string): SiteBudget => {
	const { origin } = new URL(baseUrl);
	const known = budgets.get(origin);
	if (known !== undefined) return known;
	if (budgets.size >= MAX_IDLE_SITES) for (const [site, budget] of budgets) if (budget.isIdle) budgets.delete(site);
	const budget = new SiteBudget({ now: Date.now, sleep, timerDelay: () => timerDelay(isSending), busyTime });
	budgets.set(origin, budget);
	return budget;
};

/** The request settings of one run. */
export interface ClientSettings {
	/** The timeout of one request in milliseconds. */
	readonly timeout: number;
	/** The maximum number of times that a request is sent. */
	readonly maxAttempts: number;
	/** The number of concurrent requests; adapts to the site if omitted. */
	readonly concurrency?: number;
	readonly signal?: CancelSignal;
	/** The maximum size of an OpenAPI definition in bytes; set only by clients that read definitions. */
	readonly largestResponse?: number;
}

/** The client of a run. `from` is the connection to send with, if its base URL differs from that of `connection`. */
export const createSiteClient = (context: NodeContext, connection: Connection, settings: ClientSettings, from = connection): Client => {
	const { concurrency, largestResponse, maxAttempts, signal, timeout } = settings;
	return createClient({
		send: createSend(context, from, timeout, largestResponse),
		sleep,
		random: Math.random,
		now: Date.now,
		budget: budgetOf(connection.baseUrl),
		isPasswordSent: from.authentication === 'basic',
		retry: { maxAttempts },
		...(connection.siteMaximum === undefined ? {} : { siteMaximum: connection.siteMaximum }),
		...(concurrency === undefined ? {} : { concurrency }),
		...(signal ? { signal } : {}),
	});
};
