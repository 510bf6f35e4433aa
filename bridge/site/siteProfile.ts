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
import { isRow } from '../../core/wire/values';
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

/** A setting of the credential that the profile also contains. It takes precedence if it differs from its default. */
interface SharedSetting {
	readonly name: string;
	readonly label: string;
	readonly fallback: unknown;
	/** The path in the profile. */
	readonly at: readonly [group: keyof SiteProfile, name?: string];
}

const shared = (name: string, label: string, fallback: unknown, ...at: SharedSetting['at']): SharedSetting => ({
	name,
	label,
	fallback,
	at,
});
const SETTINGS: readonly SharedSetting[] = [
	shared('definitionPattern', 'Definition URL', DEFAULT_DEFINITION_PATTERN, 'definition', 'url'),
	shared('headerName', 'Header Name', 'Authorization', 'signIn', 'headerName'),
	shared('headerPrefix', 'Header Prefix', 'Bearer', 'signIn', 'headerPrefix'),
	shared('maxConcurrentRequests', 'Max Concurrent Requests', 0, 'requests', 'maxConcurrent'),
	shared('passField', 'Password Field Name', 'password', 'signIn', 'passwordField'),
	shared('release', 'Release', NEWEST_RELEASE, 'release'),
	shared('signInUrl', 'Sign-In URL', 'login', 'signIn', 'url'),
	shared('lifeMinutes', 'Token Lifetime (Minutes)', 0, 'signIn', 'tokenLifetimeMinutes'),
	shared('responsePath', 'Token Path', '', 'signIn', 'tokenPath'),
	shared('usernameField', 'User Field Name', 'username', 'signIn', 'userField'),
];

const valueIn = (profile: SiteProfile, [group, name]: SharedSetting['at']): unknown => {
	const value: unknown = profile[group];
	return name === undefined ? value : isRow(value) ? value[name] : undefined;
};

const isSet = (data: ICredentialDataDecryptedObject, { name, fallback }: SharedSetting): boolean => {
	const own = data[name];
	return own !== undefined && own !== null && own !== '' && own !== fallback;
};

/** The credential with the settings of its profile. */
export const withProfile = (data: ICredentialDataDecryptedObject, profile: SiteProfile): ICredentialDataDecryptedObject => {
	const changed = { ...data };
	for (const setting of SETTINGS) {
		const value = valueIn(profile, setting.at);
		if (value !== undefined && !isSet(data, setting)) changed[setting.name] = value as ICredentialDataDecryptedObject[string];
	}
	return changed;
};

/** A group of a profile, without the settings that the credential sets itself; undefined if no settings remain. */
export const withoutOwnSettings = <Group extends 'definition' | 'signIn'>(
	data: ICredentialDataDecryptedObject,
	profile: SiteProfile,
	group: Group,
): SiteProfile[Group] | undefined => {
	const own = SETTINGS.filter((setting) => setting.at[0] === group && isSet(data, setting)).map(({ at: [, name] }) => name);
	const kept = Object.entries(profile[group] ?? {}).filter(([name]) => !own.includes(name));
	return kept.length === 0 ? undefined : (Object.fromEntries(kept) as SiteProfile[Group]);
};

/** Whether two values of a property in {@link ListNames} are the same. The count is in a header, whose name is not case-sensitive. */
const isSameName = (name: string, one: string, other: string): boolean =>
	name === 'count' ? one.toLowerCase() === other.toLowerCase() : one === other;

/** The labels of the credential settings that take precedence over different settings of a profile. */
export const settingsBefore = (data: ICredentialDataDecryptedObject, profile: SiteProfile): string[] => {
	const { names = LIST_NAMES } = readListNames(data.apiNames) as { readonly names?: ListNames };
	const { lists = {} } = profile;
	const isOther = Object.entries(names).some(([name, own]) => {
		const { [name as keyof ListNames]: recommended } = lists;
		return recommended !== undefined && own !== LIST_NAMES[name as keyof ListNames] && !isSameName(name, own, recommended);
	});
	const others = SETTINGS.filter((setting) => {
		const value = valueIn(profile, setting.at);
		return value !== undefined && isSet(data, setting) && data[setting.name] !== value;
	});
	return [...(isOther ? ['API Names (JSON)'] : []), ...others.map(({ label }) => label)];
};

/** The names in {@link ListNames}: from the credential if they differ from the default, otherwise from the profile. */
export const profileListNames = (own: ListNames, profile: SiteProfile): ReturnType<typeof readListNames> => {
	const changed = Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== LIST_NAMES[name as keyof ListNames]));
	return readListNames({ ...listNamesIn(profile), ...changed });
};
