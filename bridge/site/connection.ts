import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import {
	CORRECT_RELEASE,
	DEFAULT_DEFINITION_PATTERN,
	FEATURES,
	NEWEST_RELEASE,
	RELEASES,
	SUCCESS_RESPONSES,
	hasSince,
	type ListNames,
	type Release,
	type SiteProfile,
	type SuccessResponse,
} from '../../core/catalog';
import type { Site } from '../../core/model/site';
import { domainRefusal } from './allowedDomains';
import { readBaseUrl } from './baseUrl';
import { LIST_NAMES_TEXT, readListNames } from './listNames';
import { credentialProfile, profileListNames, withProfile } from './siteProfile';

/** The contexts of runs, triggers and lists in the editor. All of them can read parameters and credentials, and send requests. */
export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** The values of the Authentication parameter, each with its credential. */
const CREDENTIAL_TYPES = [
	['basic', 'mediaOperationsBasicApi'],
	['jwt', 'mediaOperationsJwtApi'],
	['oAuth2', 'mediaOperationsOAuth2Api'],
] as const;
export type Authentication = (typeof CREDENTIAL_TYPES)[number][0];

/** The site of a run and how to sign in. Read once per run, because decrypting the credential takes longer than sending a request. */
export interface Connection {
	readonly authentication: Authentication;
	/** The type of the credential. */
	readonly type: string;
	readonly baseUrl: string;
	readonly release: Release;
	readonly divisionCode: string;
	/** Null if the site has no definitions. */
	readonly definitionPattern: string | null;
	readonly listNames: ListNames;
	/** How the site differs from public material. */
	readonly profile: SiteProfile;
	/** See {@link Site.successResponses}. */
	readonly successResponses: readonly SuccessResponse[];
	readonly ignoreSSLIssues: boolean;
	/** The maximum number of concurrent requests across all runs; undefined for no maximum. */
	readonly siteMaximum?: number;
	/** Status codes for an expired token, 401 first. */
	readonly expiredStatuses: readonly number[];
	/** The decrypted credential. A renewed token is written to it for the later requests of the run. */
	readonly data: ICredentialDataDecryptedObject;
}

/**
 * Reads and validates the credential that is selected in the node.
 *
 * @throws {NodeOperationError} if a field of the credential is invalid.
 */
export const connect = async (context: NodeContext): Promise<Connection> => {
	const [authentication, type] = chosenCredential(context);
	const data = await context.getCredentials(type);
	const refuse = (message: string, description: string): NodeOperationError =>
		new NodeOperationError(context.getNode(), message, { description });

	const site = readBaseUrl(data.baseUrl);
	if (site.refusal !== undefined) throw refuse(site.refusal, "Correct 'Base URL', and save the credential.");
	const { profile, refusal } = credentialProfile(data);
	if (refusal !== undefined)
		throw refuse(
			`'Site Profile (JSON)' in the credential ${refusal}`,
			"Correct the setting, or replace the profile with the one that the 'Check' operation of the 'Site' resource returns.",
		);
	const settings = withProfile(data, profile);
	const release = RELEASES.find((known) => known === (settings.release ?? NEWEST_RELEASE));
	if (release === undefined)
		throw refuse(`Unknown release '${String(settings.release)}' in the credential`, `Choose one of ${RELEASES.join(', ')}.`);
	if (authentication !== 'basic' && !hasSince(release, FEATURES.tokenSignIn)) {
		throw refuse(
			`OAuth 2 and JWT require release ${FEATURES.tokenSignIn}, but the site is on ${release}`,
			`Choose 'Basic Auth'. ${CORRECT_RELEASE}.`,
		);
	}
	const notAllowed = domainRefusal(data, site.url);
	if (notAllowed !== undefined)
		throw refuse(notAllowed, `Add the host of ${site.url} to 'Allowed Domains' in the credential, or allow all domains.`);
	const statuses = String(data.expiredStatuses ?? '')
		.split(/[\s,;]+/)
		.filter((word) => word !== '')
		.map(Number);
	if (statuses.some((status) => !Number.isInteger(status) || status < 400 || status > 599)) {
		throw refuse(
			"'Expired-Token Status Codes' in the credential contains an invalid status",
			'Enter numbers from 400 to 599 separated by commas, for example 403, 419.',
		);
	}
	const siteMaximum = Number(settings.maxConcurrentRequests ?? 0);
	if (!Number.isInteger(siteMaximum) || siteMaximum < 0)
		throw refuse(
			`'Max Concurrent Requests' in the credential must be a whole number of at least 0, got '${String(data.maxConcurrentRequests)}'`,
			'Enter a whole number, or 0 for no maximum.',
		);
	const lists = readListNames(data.apiNames);
	if (lists.refusal !== undefined)
		throw refuse(`'API Names (JSON)' in the credential ${lists.refusal}`, `The default is ${LIST_NAMES_TEXT}.`);
	const names = profileListNames(lists.names, profile);
	if (names.refusal !== undefined)
		throw refuse(
			`'API Names (JSON)' together with 'Site Profile (JSON)' in the credential ${names.refusal}`,
			'Set each name in only one of the two fields.',
		);
	const successes = [...new Set([...([data.successResponses ?? []].flat() as SuccessResponse[]), ...(profile.successResponses ?? [])])];
	const unknown = successes.find((name) => !Object.hasOwn(SUCCESS_RESPONSES, name));
	if (unknown !== undefined)
		throw refuse(
			`Unknown value '${String(unknown)}' for 'Additional Success Responses' in the credential`,
			`Choose from ${Object.values(SUCCESS_RESPONSES)
				.map(({ label }) => label)
				.join(', ')}.`,
		);
	return {
		authentication,
		type,
		baseUrl: site.url,
		release,
		divisionCode: String(data.divisionCode ?? '').trim(),
		definitionPattern: settings.definitionPattern === null ? null : String(settings.definitionPattern || DEFAULT_DEFINITION_PATTERN),
		listNames: names.names,
		profile,
		successResponses: successes,
		ignoreSSLIssues: data.ignoreSSLIssues === true,
		...(siteMaximum === 0 ? {} : { siteMaximum }),
		expiredStatuses: [...new Set([401, ...statuses])],
		data,
	};
};

/** The site for operations. `otherDivision` is the division from the node's options, if any. */
export const siteOf = ({ release, divisionCode, listNames, profile, successResponses, baseUrl }: Connection, otherDivision = ''): Site => ({
	release,
	divisionCode: otherDivision || divisionCode,
	listNames,
	profile,
	successResponses,
	baseUrlLength: baseUrl.length,
});

const chosenCredential = (context: NodeContext): (typeof CREDENTIAL_TYPES)[number] => {
	const chosen = context.getNodeParameter('authentication', 0);
	// Empty until n8n has selected a credential.
	const known = chosen === '' ? CREDENTIAL_TYPES[0] : CREDENTIAL_TYPES.find(([authentication]) => authentication === chosen);
	if (known !== undefined) return known;
	throw new NodeOperationError(context.getNode(), `Unknown value '${String(chosen)}' for 'Authentication'`, {
		description: `Choose one of ${CREDENTIAL_TYPES.map(([name]) => `'${name}'`).join(', ')}.`,
	});
};
