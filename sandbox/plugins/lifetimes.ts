/** How long tokens live, in seconds; changeable while the sandbox runs. */
export interface Lifetimes {
	jwtSeconds: number;
	/** Access tokens of both OAuth flows. */
	accessSeconds: number;
	refreshSeconds: number;
	/** A refresh token is used up by using it, and a new one comes with the answer. */
	rotateRefresh: boolean;
}

export const DEFAULT_LIFETIMES: Readonly<Lifetimes> = {
	jwtSeconds: 20 * 60,
	accessSeconds: 20 * 60,
	refreshSeconds: 30 * 24 * 3600,
	rotateRefresh: false,
};

/** The longest of them: 285 years, whose milliseconds a number still holds exactly. */
export const LONGEST_SECONDS = 9_000_000_000;
