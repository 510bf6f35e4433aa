/** Compares a site with the assumptions of the nodes, with read requests only, and recommends a profile. */
import { SITE_PROFILE_VERSION, type Release, type SiteProfile } from '../catalog';
import type { Send } from '../model/port';
import { checkAccess } from './access';
import type { Finding } from './finding';
import { checkPaging } from './paging';
import { CheckStopped, createProber } from './prober';
import { checkQueries } from './queries';
import type { DraftProfile, SiteUnderCheck } from './siteUnderCheck';
import { checkValues } from './values';

export { byImportance, htmlReport, markdownReport } from './report';
export type { Finding } from './finding';

export interface SiteCheck {
	readonly findings: readonly Finding[];
	/** The recommended profile. */
	readonly profile: SiteProfile;
	readonly requests: number;
}

export interface CheckParts {
	/** Sends without a profile, but with the sign-in of the credential. */
	readonly send: Send;
	readonly now: () => number;
	readonly release: Release;
	readonly baseUrlLength: number;
	/** The sign-in of the present profile, which the recommended one keeps. */
	readonly signIn?: SiteProfile['signIn'];
}

const withoutEmpty = (profile: DraftProfile): SiteProfile =>
	Object.fromEntries(
		Object.entries(profile).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
	) as unknown as SiteProfile;

/** Sends at most 200 requests, one at a time. Never throws because of a response of the site. */
export const checkSite = async ({ send, now, release, baseUrlLength, signIn }: CheckParts): Promise<SiteCheck> => {
	const site: SiteUnderCheck = {
		prober: createProber(send, now),
		release,
		findings: [],
		profile: { version: SITE_PROFILE_VERSION, release, ...(signIn === undefined ? {} : { signIn }), lists: {}, records: {}, requests: {} },
		lists: [],
	};
	const checkTopics = async (): Promise<void> => {
		if (!(await checkAccess(site))) return;
		await checkPaging(site);
		await checkValues(site);
		await checkQueries(site, baseUrlLength);
	};
	await checkTopics().catch((error: unknown) => {
		if (!(error instanceof CheckStopped)) throw error;
		site.findings.push({
			topic: 'Check',
			assumed: 'The site responds to all requests of the check',
			found: error.message,
			severity: 'warning',
			effect: 'The remaining topics were not checked',
			recommendation: 'Run the check again later, and ask the administrator for the limit of the site',
		});
	});
	return { findings: site.findings, profile: withoutEmpty(site.profile), requests: site.prober.requests };
};
