/** Checks the encryption, the certificate and the clock of a site, and the steps of a sign-in. */
import { difference, ok, USE_PROFILE, type Finding } from './finding';
import type { SiteUnderCheck } from './siteUnderCheck';

/** How n8n connects to the site. */
export interface ConnectionFacts {
	readonly isEncrypted: boolean;
	/** Whether the site is on the same machine as n8n. */
	readonly isLocal: boolean;
	readonly ignoresCertificate: boolean;
	/** If {@link ignoresCertificate}: the code with which n8n would reject the certificate; undefined if it is valid. */
	readonly certificateProblem?: string;
}

const CERTIFICATE_PROBLEMS: ReadonlyArray<readonly [RegExp, string]> = [
	[/EXPIRED/, 'The certificate has expired'],
	[/NOT_YET_VALID/, "The certificate is not valid yet, or n8n's clock is wrong"],
	[/ALTNAME|HOSTNAME_MISMATCH/, 'The certificate is for another host name'],
	[/DEPTH_ZERO|SELF_SIGNED/, 'The certificate is self-signed, or n8n does not trust its authority'],
	[/UNABLE_TO|UNTRUSTED|SIGNATURE/, 'The site does not send the intermediate certificate, or n8n does not trust the authority'],
	[/REVOKED/, 'The certificate is revoked'],
	[/^EPROTO|WRONG_VERSION/, 'The server does not use TLS, or supports only TLS versions that n8n does not support'],
	[/CERT|^(?:CRL|INVALID|PATH_LENGTH)_/, 'The certificate is invalid'],
];

/** The problem with a certificate or with TLS; undefined for any other connection error. */
export const certificateProblem = (code: string): string | undefined => CERTIFICATE_PROBLEMS.find(([pattern]) => pattern.test(code))?.[1];

export const CERTIFICATE_ADVICE =
	"Ask the administrator to renew the certificate or to complete its chain, or add its authority to n8n with NODE_EXTRA_CA_CERTS. Use 'Ignore SSL Issues' only as a last resort";

const ENCRYPTED = 'The connection is encrypted, and the certificate is valid';

export const connectionFinding = ({ isEncrypted, isLocal, ignoresCertificate, certificateProblem: code }: ConnectionFacts): Finding => {
	if (!isEncrypted)
		return isLocal
			? ok('Encryption', ENCRYPTED, 'Not encrypted, but n8n and the site are on the same machine')
			: difference('Encryption', ENCRYPTED, 'The connection is not encrypted', 'Anyone on the network can read passwords and records', {
					recommendation: "Use https:// in 'Base URL' if the site supports it",
				});
	if (!ignoresCertificate) return ok('Encryption', ENCRYPTED);
	if (code === undefined)
		return difference(
			'Encryption',
			ENCRYPTED,
			"The certificate is valid, but 'Ignore SSL Issues' is on",
			'A fake site would not be detected',
			{
				severity: 'info',
				recommendation: "Turn off 'Ignore SSL Issues' in the credential",
			},
		);
	return difference(
		'Encryption',
		ENCRYPTED,
		`${certificateProblem(code) ?? 'The certificate cannot be verified'}. 'Ignore SSL Issues' is on`,
		'A fake site would not be detected',
		{ recommendation: CERTIFICATE_ADVICE },
	);
};

/** The tolerated difference between the clocks in milliseconds. */
const CLOCK_TOLERANCE = 60_000;

const durationOf = (milliseconds: number): string => {
	const minutes = Math.round(milliseconds / 60_000);
	return minutes < 120 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`;
};

export const checkClock = ({ findings, prober: { clockDifference } }: SiteUnderCheck): void => {
	const assumed = 'The clocks of n8n and the site differ by less than a minute';
	if (clockDifference === undefined) return void findings.push(ok('Clock', assumed, 'Not checked: the site sends no date'));
	findings.push(
		Math.abs(clockDifference) < CLOCK_TOLERANCE
			? ok('Clock', assumed)
			: difference(
					'Clock',
					assumed,
					`The site's clock is about ${durationOf(Math.abs(clockDifference))} ${clockDifference > 0 ? 'ahead' : 'behind'}`,
					"Token expiry and conditions such as 'Is Today' may be off by this much",
					{ recommendation: 'Synchronize both clocks with a time server' },
				),
	);
};

/** How the credential signs in, and what the sign-in returned. */
export interface SignInFacts {
	readonly method: 'basic' | 'jwt' | 'oAuth2';
	/** The status of the response to the sign-in, for a JWT. */
	readonly status?: number;
	/** If there was no response: the network error code, or why the sign-in was not sent. */
	readonly code?: string;
	/** The path to the token in the response; empty if the response is the token. */
	readonly tokenPath?: string;
	/** Whether the nodes find the token with the current settings of the credential and its profile. */
	readonly isLocated?: boolean;
	/** The lifetime of the token in minutes, from the settings or the token; undefined if neither states it. */
	readonly lifetime?: number;
	/** The names of the properties of a response without a token. */
	readonly properties?: readonly string[];
}

const METHODS = {
	basic: 'A user name and password with every request',
	jwt: 'A token that the site issues in exchange for a user name and password',
	oAuth2: 'A token from an identity provider',
} as const;

const lifetimeOf = ({ lifetime }: SignInFacts): string =>
	lifetime === undefined ? 'The token does not state when it expires' : `It is valid for ${lifetime} minute${lifetime === 1 ? '' : 's'}`;

/** The findings about the sign-in, before the first request to the API. */
export const signInFindings = (facts: SignInFacts): Finding[] => {
	const { method, status, code, tokenPath, isLocated, properties = [] } = facts;
	const first = ok('Sign-in', 'The method chosen in the node', METHODS[method]);
	if (method !== 'jwt') return [first];
	const returned = 'The sign-in returns status 200 with a token';
	const refused = (found: string, recommendation: string): Finding[] => [
		first,
		{ topic: 'Sign-in: token', assumed: returned, found, severity: 'blocker', effect: 'None of the nodes work', recommendation },
	];
	if (status === undefined)
		return refused(
			`No response (${code ?? 'unknown'})`,
			certificateProblem(code ?? '') === undefined ? "Check 'Sign-In URL' and 'Base URL' in the credential" : CERTIFICATE_ADVICE,
		);
	if (status === 404 || status === 405)
		return refused(`Status ${status}`, "The sign-in is at another URL: set 'Sign-In URL' in the credential, or signIn.url in the profile");
	if (status >= 300 && status < 400)
		return refused(`Status ${status}, a redirect`, "Set 'Sign-In URL' in the credential to the URL that returns a token");
	if (status >= 300)
		return refused(
			`Status ${status}`,
			"Check the user name and password, and 'User Field Name' and 'Password Field Name' in the credential. Sites can lock users out after failed attempts, so wait before you try again",
		);
	if (tokenPath === undefined)
		return refused(
			`Status ${status} without a token`,
			"Ask the administrator where the token is, and set 'Token Path' in the credential, or signIn.tokenPath in the profile",
		).map((finding) => (properties.length === 0 ? finding : { ...finding, details: `The response contains: ${properties.join(', ')}` }));
	const place = tokenPath === '' ? 'The response is the token' : `The token is in ${tokenPath}`;
	return [
		first,
		isLocated === true
			? ok('Sign-in: token', returned, `${place}. ${lifetimeOf(facts)}`)
			: difference('Sign-in: token', returned, `${place}. ${lifetimeOf(facts)}`, 'Without the profile, the nodes cannot find the token', {
					recommendation: `${USE_PROFILE}${tokenPath === '' ? ", and clear 'Token Path'" : ''}`,
				}),
	];
};
