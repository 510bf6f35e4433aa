/** The site profile of a credential, and the credential settings that it replaces. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	DEFAULT_DEFINITION_PATTERN,
	LIST_NAMES,
	NEWEST_RELEASE,
	readSiteProfile,
	type ListNames,
	type ReadSiteProfile,
	type SiteProfile,
} from '../../core/catalog';
import { isTimeZone } from '../../core/wire/dates';
import { readListNames } from './listNames';

/** The property of the credential that contains the site profile. */
export const SITE_PROFILE = 'siteProfile';

/** The entries of `lists` in a profile that the credential can also set under 'API Names'. */
const listNamesIn = ({ lists = {} }: SiteProfile): Partial<ListNames> =>
	Object.fromEntries(Object.keys(LIST_NAMES).flatMap((name) => (name in lists ? [[name, lists[name as keyof ListNames]]] : [])));

/** The profile of a credential, empty if the credential has none; or why it is invalid. */
export const credentialProfile = (data: ICredentialDataDecryptedObject): ReadSiteProfile => {
	const read = readSiteProfile(data[SITE_PROFILE]);
	if (read.refusal !== undefined) return read;
	const { timeZone } = read.profile.records ?? {};
	if (timeZone !== undefined && !isTimeZone(timeZone))
		return { refusal: `contains the unknown time zone '${timeZone}' in 'records.timeZone'; use an IANA name, such as Europe/Berlin` };
	const names = readListNames(listNamesIn(read.profile));
	return names.refusal === undefined ? read : { refusal: `has an error in 'lists': it ${names.refusal}` };
};

/** A setting of the credential with its default. A setting that differs from its default takes precedence over the profile. */
const SETTINGS: ReadonlyArray<readonly [name: string, fallback: unknown, from: (profile: SiteProfile) => unknown]> = [
	['release', NEWEST_RELEASE, ({ release }) => release],
	['definitionPattern', DEFAULT_DEFINITION_PATTERN, ({ definition }) => definition?.url],
	['maxConcurrentRequests', 0, ({ requests }) => requests?.maxConcurrent],
	['signInUrl', 'login', ({ signIn }) => signIn?.url],
	['usernameField', 'username', ({ signIn }) => signIn?.userField],
	['passField', 'password', ({ signIn }) => signIn?.passwordField],
	['responsePath', '', ({ signIn }) => signIn?.tokenPath],
	['headerName', 'Authorization', ({ signIn }) => signIn?.headerName],
	['headerPrefix', 'Bearer', ({ signIn }) => signIn?.headerPrefix],
	['lifeMinutes', 0, ({ signIn }) => signIn?.tokenLifetimeMinutes],
];

/** The credential with the settings of its profile. */
export const withProfile = (data: ICredentialDataDecryptedObject, profile: SiteProfile): ICredentialDataDecryptedObject => {
	const changed = { ...data };
	for (const [name, fallback, from] of SETTINGS) {
		const value = from(profile);
		const own = data[name];
		if (value !== undefined && (own === undefined || own === null || own === '' || own === fallback))
			changed[name] = value as ICredentialDataDecryptedObject[string];
	}
	return changed;
};

/** The names in {@link ListNames}: from the credential if they differ from the default, otherwise from the profile. */
export const profileListNames = (own: ListNames, profile: SiteProfile): ReturnType<typeof readListNames> => {
	const changed = Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== LIST_NAMES[name as keyof ListNames]));
	return readListNames({ ...listNamesIn(profile), ...changed });
};
