/** What a check of a site found. No text contains a value, a name or an address of the site: a report can be published. */

/** Most important last. */
export const SEVERITIES = ['ok', 'info', 'warning', 'blocker'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
	readonly topic: string;
	/** What the nodes assume without a profile. */
	readonly assumed: string;
	readonly found: string;
	readonly severity: Severity;
	/** What the difference changes for the nodes; empty if there is none. */
	readonly effect: string;
	/** What to do; empty if there is nothing to do. */
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
