/** Checks the site of the credential, and returns the findings with a report and the recommended profile as files. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { LIST_NAMES, SITE_PROFILE_VERSION, hasSince, type DocumentEntry, type SiteProfile } from '../../core/catalog';
import {
	byImportance,
	checkSite,
	htmlReport,
	markdownReport,
	type ConnectionFacts,
	type Finding,
	type KeptSettings,
	type SignInFacts,
} from '../../core/check';
import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { withSiteOptions } from '../../core/wire/siteOptions';
import { createSend } from '../http/transport';
import { CHECKED_DOCUMENTS } from '../properties/siteCheck';
import { DEFINITION_BYTES } from '../settings';
import { signInFactsOf } from '../signIn/signInFacts';
import { definitionUrl, hostNameOf } from '../site/baseUrl';
import type { Connection } from '../site/connection';
import { chainOf, codeOf } from '../site/errorChain';
import { SITE_PROFILE, settingsBefore, withoutOwnSettings } from '../site/siteProfile';
import { listOf, switchOf, textOf } from './params';
import type { ItemWork } from './runItems';
import type { ItemReading } from './runNode';

/** The timeout of a request in milliseconds. */
const TIMEOUT = 60_000;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The chosen documents, or all if none is chosen. */
const entriesOf = (chosen: readonly string[], { release }: Connection): readonly DocumentEntry[] => {
	const unknown = chosen.find((resource) => !CHECKED_DOCUMENTS.some((entry) => entry.resource === resource));
	if (unknown !== undefined)
		throw new InputError({
			field: 'checkedDocuments',
			message: `Unknown document '${unknown}' in 'Documents'`,
			hint: 'Choose documents from the list',
		});
	return CHECKED_DOCUMENTS.filter((entry) => hasSince(release, entry.since) && (chosen.length === 0 || chosen.includes(entry.resource)));
};

/** The error code of a request that verifies the site's certificate; undefined if the request succeeds. Sends no credentials. */
const certificateCode = async (context: IExecuteFunctions, url: string): Promise<string | undefined> =>
	await context.helpers
		.httpRequest({ method: 'GET', url, ignoreHttpStatusErrors: true, disableFollowRedirect: true, encoding: 'text', timeout: TIMEOUT })
		.then(
			() => undefined,
			(cause: unknown) => codeOf(chainOf(cause)),
		);

const connectionFacts = async (context: IExecuteFunctions, { baseUrl, ignoreSSLIssues }: Connection): Promise<ConnectionFacts> => {
	const isEncrypted = /^https:/i.test(baseUrl);
	const problem = isEncrypted && ignoreSSLIssues ? await certificateCode(context, baseUrl) : undefined;
	return {
		isEncrypted,
		isLocal: LOCAL.test(hostNameOf(baseUrl)),
		ignoresCertificate: ignoreSSLIssues,
		...(problem === undefined ? {} : { certificateProblem: problem }),
	};
};

const signInFacts = async (context: IExecuteFunctions, { authentication, data }: Connection): Promise<SignInFacts> =>
	authentication === 'jwt' ? await signInFactsOf(context, data) : { method: authentication };

/**
 * The settings of the current profile that the recommended one keeps. If the current settings do not lead to the token, the path at which
 * it was found replaces the token path. An empty path is the default, so it is omitted.
 */
const keptSettings = ({ data, profile }: Connection, { isLocated, tokenPath }: SignInFacts): KeptSettings => {
	const { tokenPath: known, ...others } = withoutOwnSettings(data, profile, 'signIn') ?? {};
	const path = isLocated === false ? tokenPath : known;
	const signIn = { ...others, ...(path ? { tokenPath: path } : {}) };
	const definition = withoutOwnSettings(data, profile, 'definition');
	return { ...(Object.keys(signIn).length === 0 ? {} : { signIn }), ...(definition === undefined ? {} : { definition }) };
};

/** A connection that sends the documented format, so that the check finds where the site differs. Only the sign-in uses the profile. */
const plainConnection = (connection: Connection, signIn: SiteProfile['signIn'], { isLocated }: SignInFacts): Connection => ({
	...connection,
	profile: { version: SITE_PROFILE_VERSION },
	listNames: LIST_NAMES,
	...(isLocated === false
		? {
				data: {
					...connection.data,
					responsePath: '',
					[SITE_PROFILE]: JSON.stringify({ ...connection.profile, signIn }),
				},
			}
		: {}),
});

/** n8n's table shows an empty string as "empty" and a missing property as "undefined", both in red. */
const NOTHING = 'None';

const itemOf = (finding: Finding, includeDetails: boolean): Row => ({
	...finding,
	effect: finding.effect || NOTHING,
	recommendation: finding.recommendation || NOTHING,
	...(includeDetails ? { details: finding.details ?? NOTHING } : {}),
});

export const siteCheckWork = ({ connection, context, options, site }: ItemReading): ItemWork => {
	const files = new WeakMap<Row, IBinaryKeyData>();
	const { baseUrl, definitionPattern, release, siteMaximum } = connection;
	const entries = entriesOf(listOf(options.checkedDocuments).map(textOf), connection);
	const includeDetails = switchOf(options.includeDetails, 'includeDetails', 'Include Site Details');
	const run: ItemWork['run'] = async function* () {
		const signIn = await signInFacts(context, connection);
		const kept = keptSettings(connection, signIn);
		const plain = plainConnection(connection, kept.signIn, signIn);
		const send = createSend(context, plain, TIMEOUT);
		const sendDefinition = createSend(context, { ...plain, baseUrl: '' }, TIMEOUT, DEFINITION_BYTES);
		const check = await checkSite({
			send: async (request) => await send(withSiteOptions(request, site)),
			sendDefinition: async (request) => await sendDefinition(withSiteOptions(request, { ...site, divisionCode: '' })),
			...(definitionPattern === null ? {} : { definitionUrl: (document: string) => definitionUrl(definitionPattern, baseUrl, document) }),
			now: Date.now,
			release,
			baseUrlLength: baseUrl.length,
			entries,
			...(siteMaximum === undefined ? {} : { maxConcurrent: siteMaximum }),
			connection: await connectionFacts(context, connection),
			signIn,
			kept,
			settingsBefore: (profile) => settingsBefore(connection.data, profile),
			includeDetails,
		});
		const profile = JSON.stringify(check.profile, null, '\t');
		const report = { ...check, profile, ...(includeDetails ? { site: baseUrl } : {}) };
		const file = async (content: string, name: string, type: string) =>
			await context.helpers.prepareBinaryData(Buffer.from(content, 'utf8'), name, type);
		const rows = byImportance(check.findings).map((finding) => itemOf(finding, includeDetails));
		const [first] = rows;
		if (first !== undefined)
			files.set(first, {
				report: await file(htmlReport(report), 'site-check.html', 'text/html'),
				markdown: await file(markdownReport(report), 'site-check.md', 'text/markdown'),
				profile: await file(profile, 'site-profile.json', 'application/json'),
			});
		yield rows;
	};
	return { changes: false, exclusive: true, run, binary: (row) => files.get(row) };
};
