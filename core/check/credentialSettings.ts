/** Findings about the settings of the credential and its current profile that affect the recommended profile. */
import type { SiteProfile } from '../catalog';
import { difference, type Finding } from './finding';

/** The settings that the recommended profile keeps from the current one. */
export type KeptSettings = Pick<SiteProfile, 'signIn' | 'definition'>;

/** Whether a URL can contain a host name, a password or a key. */
const isPrivate = (url: string | null | undefined): boolean => typeof url === 'string' && /^\s*\w*:?\/\/|[?#]/.test(url);

/** The kept settings without URLs that can contain a host name or a secret, and a finding that names the omitted ones. */
export const publicSettings = ({ definition, signIn }: KeptSettings): { readonly kept: KeptSettings; readonly findings: Finding[] } => {
	const { url, ...others } = signIn ?? {};
	const hidesSignIn = isPrivate(url);
	const hidesDefinition = isPrivate(definition?.url);
	const omitted = [...(hidesSignIn ? ['signIn.url'] : []), ...(hidesDefinition ? ['definition.url'] : [])];
	return {
		kept: {
			...(signIn === undefined ? {} : { signIn: hidesSignIn ? others : signIn }),
			...(definition === undefined || hidesDefinition ? {} : { definition }),
		},
		findings:
			omitted.length === 0
				? []
				: [
						difference(
							'Kept settings',
							'The recommended profile keeps the URLs in the current profile',
							`It omits ${omitted.join(' and ')}, which can contain a host name or a secret`,
							'With the recommended profile, the nodes use the default URLs',
							{
								severity: 'info',
								recommendation: "Copy these settings from the current profile, or turn on 'Include Site Details'",
							},
						),
					],
	};
};

/** The finding that the settings of the credential with these labels take precedence over the recommended profile; empty without labels. */
export const precedenceFindings = (labels: readonly string[]): Finding[] =>
	labels.length === 0
		? []
		: [
				difference(
					'Credential settings',
					'The settings of the credential do not contradict the recommended profile',
					`${labels.map((label) => `'${label}'`).join(', ')} ${labels.length === 1 ? 'takes precedence and has a different value' : 'take precedence and have different values'}`,
					'These settings of the recommended profile have no effect',
					{ recommendation: 'When you paste the recommended profile, reset these settings of the credential to their defaults' },
				),
			];
