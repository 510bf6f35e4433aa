/**
 * A finding of a site check. Only `details` can contain values, custom field names or URLs of the site, so a report without them can be
 * published.
 */

/** In ascending order of importance. */
export const SEVERITIES = ['ok', 'info', 'warning', 'blocker'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
	readonly topic: string;
	/** What the nodes assume without a profile. */
	readonly assumed: string;
	readonly found: string;
	readonly severity: Severity;
	/** The effect of the difference on the nodes; empty if there is none. */
	readonly effect: string;
	/** The action to take; empty if there is nothing to do. */
	readonly recommendation: string;
	/** Values and names of the site, which a report contains only if the user asks for them. */
	readonly details?: string;
}

export const USE_PROFILE = "Paste the recommended profile into 'Site Profile (JSON)' in the credential";

/** A finding that the site matches the assumption. */
export const ok = (topic: string, assumed: string, found = 'As expected'): Finding => ({
	topic,
	assumed,
	found,
	severity: 'ok',
	effect: '',
	recommendation: '',
});

/** A finding that the site differs from the assumption. By default, it recommends the profile. */
export const difference = (topic: string, assumed: string, found: string, effect: string, more: Partial<Finding> = {}): Finding => ({
	topic,
	assumed,
	found,
	severity: 'warning',
	effect,
	recommendation: USE_PROFILE,
	...more,
});

/** Names in a sentence: the first eight, and how many more there are. */
export const listed = (names: readonly string[]): string =>
	names.length <= 8 ? names.join(', ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
