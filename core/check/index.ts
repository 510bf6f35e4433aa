/** Compares a site with the assumptions of the nodes, with read requests only, and recommends a profile. */
import { SITE_PROFILE_VERSION, type DocumentEntry, type Release, type SiteProfile } from '../catalog';
import type { Send } from '../model/port';
import { checkAccess, checkLists } from './access';
import { checkClock, connectionFinding, signInFindings, type ConnectionFacts, type SignInFacts } from './connection';
import { precedenceFindings, publicSettings, type KeptSettings } from './credentialSettings';
import { checkDefinitions } from './definitions';
import type { Finding } from './finding';
import { checkPaging } from './paging';
import { checkParameters } from './parameters';
import { checkCompression, checkLatency } from './performance';
import { CheckStopped, createProber, MAX_CONCURRENT } from './prober';
import { checkUrlLength, probeOperators } from './queries';
import { judgeRelease } from './release';
import { checkSingleRecords } from './singleRecords';
import type { DraftProfile, SiteUnderCheck } from './siteUnderCheck';
import { checkValues } from './values';

export type { KeptSettings } from './credentialSettings';
export type { ConnectionFacts, SignInFacts } from './connection';
export { byImportance, htmlReport, markdownReport, type ReportContents } from './report';
export type { Finding } from './finding';

export interface SiteCheck {
	readonly findings: readonly Finding[];
	/** The recommended profile. */
	readonly profile: SiteProfile;
	readonly requests: number;
	readonly milliseconds: number;
}

export interface CheckParts {
	/** Sends without a profile, but with the sign-in of the credential. */
	readonly send: Send;
	/** Like {@link send}, but to an absolute URL. */
	readonly sendDefinition: Send;
	/** The URL of a document's definition; undefined if the site has none. */
	readonly definitionUrl?: (document: string) => string;
	readonly now: () => number;
	readonly release: Release;
	readonly baseUrlLength: number;
	/** The documents to check. */
	readonly entries: readonly DocumentEntry[];
	/** The maximum number of concurrent requests that the user set. */
	readonly maxConcurrent?: number;
	readonly connection: ConnectionFacts;
	readonly signIn: SignInFacts;
	/** Includes the token path that the sign-in found. */
	readonly kept?: KeptSettings;
	/** The labels of the credential settings that would take precedence over different settings of a profile. */
	readonly settingsBefore?: (profile: SiteProfile) => readonly string[];
	/** Whether findings contain values and names of the site. */
	readonly includeDetails?: boolean;
}

const isEmptyObject = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const withoutEmpty = (profile: DraftProfile): SiteProfile =>
	Object.fromEntries(Object.entries(profile).filter(([, value]) => !isEmptyObject(value))) as unknown as SiteProfile;

const withoutDetails = ({ topic, assumed, found, severity, effect, recommendation }: Finding): Finding => ({
	topic,
	assumed,
	found,
	severity,
	effect,
	recommendation,
});

const isReady = ({ severity }: Finding): boolean => severity !== 'blocker';

/** The topics, in an order in which each can use the results of the previous ones. */
const checkTopics = async (site: SiteUnderCheck, parts: CheckParts): Promise<void> => {
	if (!site.findings.every(isReady) || !(await checkAccess(site))) return;
	if (!(await checkLists(site))) return;
	await checkDefinitions(site, parts.definitionUrl);
	await checkPaging(site);
	await checkParameters(site);
	checkValues(site);
	await checkSingleRecords(site);
	const operators = await probeOperators(site);
	judgeRelease(site, operators);
	await checkUrlLength(site, parts.baseUrlLength);
	await checkCompression(site);
	await checkLatency(site, Math.min(MAX_CONCURRENT, parts.maxConcurrent ?? MAX_CONCURRENT));
};

/** Sends at most 200 requests, and at most 4 at the same time. Never throws because of a response from the site. */
export const checkSite = async (parts: CheckParts): Promise<SiteCheck> => {
	const { connection, entries, includeDetails = false, now, release, send, sendDefinition, settingsBefore = () => [], signIn } = parts;
	const { kept, findings } = includeDetails ? { kept: parts.kept ?? {}, findings: [] } : publicSettings(parts.kept ?? {});
	const prober = createProber(send, sendDefinition, now);
	const site: SiteUnderCheck = {
		prober,
		release,
		entries,
		findings: [connectionFinding(connection), ...signInFindings(signIn), ...findings],
		profile: { version: SITE_PROFILE_VERSION, release, ...kept, lists: {}, records: {}, requests: {}, documents: {} },
		lists: [],
		definitions: new Map(),
		evidence: { operators: new Map(), signsInWithToken: signIn.method !== 'basic' },
	};
	await checkTopics(site, parts).catch((error: unknown) => {
		if (!(error instanceof CheckStopped)) throw error;
		site.findings.push({
			topic: 'Check',
			assumed: "The site responds to all of the check's requests",
			found: error.message,
			severity: 'warning',
			effect: 'The remaining topics were not checked',
			recommendation: "Run the check again later, and ask the administrator for the site's request limit",
		});
	});
	checkClock(site);
	const profile = withoutEmpty(site.profile);
	site.findings.push(...precedenceFindings(settingsBefore(profile)));
	return {
		findings: includeDetails ? site.findings : site.findings.map(withoutDetails),
		profile,
		requests: prober.requests,
		milliseconds: prober.elapsed,
	};
};
