import type { SiteProfile } from '../core/catalog';

/** A site whose sign-in, names, values and success response differ from the public material. */
export const OTHER_SITE: SiteProfile = {
	version: 1,
	signIn: { url: '/session', userField: 'login', passwordField: 'secret', tokenPath: 'session.value' },
	lists: { query: 'filter', columns: 'fields', pageSize: 'rows', page: 'sheet', sort: 'orderBy', count: 'X-Total', records: 'items' },
	documents: {
		JmJob: { list: 'JmJobs', table: 'jm_jobs' },
		JmPhase: { list: 'JmPhases' },
		JmWorkOrder: { table: 'jm_orders' },
	},
	records: { keys: 'flat', lookups: 'text', flags: 'boolean', dates: 'local', timeZone: 'America/New_York', emptyDates: 'yearOne' },
	successResponses: ['accepted'],
};
