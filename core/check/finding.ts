/** A finding of a site check. No text contains a value, a name or an address of the site: a report can be published. */

/** Most important last. */
export const SEVERITIES = ['ok', 'info', 'warning', 'blocker'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
	readonly topic: string;
	/** The assumption of the nodes without a profile. */
	readonly assumed: string;
	readonly found: string;
	readonly severity: Severity;
	/** The effect of the difference on the nodes; empty if there is none. */
	readonly effect: string;
	/** The action to take; empty if there is nothing to do. */
	readonly recommendation: string;
}

export const USE_PROFILE = "Paste the recommended profile into 'Site Profile (JSON)' of the credential";

export const ok = (topic: string, assumed: string): Finding => ({
	topic,
	assumed,
	found: 'The same',
	severity: 'ok',
	effect: '',
	recommendation: '',
});
