/** The user of a request, set by the sign-in. Divisions are keys of `SysDivision` records. */
export interface ApiUser {
	readonly name: string;
	/** Divisions whose records the user can see and that the Division-Code header can name. */
	readonly divisions: readonly number[];
	/** The division of new records if neither the header nor the body specifies one. */
	readonly defaultDivision: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		user: ApiUser;
	}
}
