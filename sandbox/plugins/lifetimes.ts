/** The lifetimes of tokens in seconds, which can be changed at run time. */
export interface Lifetimes {
	jwtSeconds: number;
	/** The lifetime of access tokens in both OAuth flows. */
	accessSeconds: number;
	refreshSeconds: number;
	/** Whether using a refresh token invalidates it and returns a new one. */
	rotateRefresh: boolean;
}

export const DEFAULT_LIFETIMES: Readonly<Lifetimes> = {
	jwtSeconds: 20 * 60,
	accessSeconds: 20 * 60,
	refreshSeconds: 30 * 24 * 3600,
	rotateRefresh: false,
};

/** The maximum lifetime, about 285 years. A JavaScript number represents it exactly in milliseconds. */
export const MAX_LIFETIME_SECONDS = 9_000_000_000;
