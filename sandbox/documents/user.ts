/** Who calls; the sign-in puts it on the request. Divisions are numbers of `SysDivision` records. */
export interface ApiUser {
	readonly name: string;
	/** Divisions whose records the user sees and may name in the header Division-Code. */
	readonly divisions: readonly number[];
	/** Given to created records where neither header nor body names one. */
	readonly defaultDivision: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		user: ApiUser;
	}
}
