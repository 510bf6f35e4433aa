import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import { HttpError } from '../../documents/httpError';
import type { Clock } from '../clock';
import { ENTRY, type Journal } from '../journal/journal';
import type { Lifetimes } from '../lifetimes';
import { refuseOtherMethods } from '../otherMethods';
import type { Accounts } from './accounts';
import type { ReadToken } from './signIn';

const ALGORITHM = 'HS256';
const ISSUER = 'media-operations-sandbox';

/** JSON Web Tokens of database users (specification: Authentication, JWT token), signed with a secret of this process. */
export class JwtTokens {
	private readonly secret = randomBytes(32);
	/** A counter that is incremented when all tokens are revoked. Tokens of an earlier generation are invalid. */
	private generation = 0;
	issued = 0;

	constructor(
		private readonly accounts: Accounts,
		private readonly lifetimes: Lifetimes,
		private readonly clock: Clock,
	) {}

	async issue(userName: string): Promise<string> {
		this.issued++;
		const now = Math.floor(this.clock.now() / 1000);
		return await new SignJWT({ generation: this.generation })
			.setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
			.setIssuer(ISSUER)
			.setSubject(userName)
			.setJti(randomBytes(9).toString('base64url'))
			.setIssuedAt(now)
			.setExpirationTime(now + this.lifetimes.jwtSeconds)
			.sign(this.secret);
	}

	revokeAll(): void {
		this.generation++;
	}

	readonly read = async (token: string): Promise<ReadToken | undefined> => {
		if (token.split('.').length !== 3) {
			return undefined;
		}
		try {
			const { payload } = await jwtVerify(token, this.secret, {
				algorithms: [ALGORITHM],
				issuer: ISSUER,
				currentDate: new Date(this.clock.now()),
				requiredClaims: ['sub', 'exp'],
			});
			const user = this.accounts.named(payload.sub as string);
			if (user === undefined || payload.generation !== this.generation) {
				return { refused: 'The token was revoked; sign in again' };
			}
			return { user, expiresAt: (payload.exp as number) * 1000 };
		} catch (error) {
			if (error instanceof errors.JWTExpired) {
				return { refused: 'The token has expired; sign in again' };
			}
			if (error instanceof errors.JOSEError) {
				return undefined;
			}
			throw error;
		}
	};
}

const credentialsIn = (body: unknown): { username: string; password: string } => {
	let sent: unknown;
	try {
		sent = JSON.parse(typeof body === 'string' ? body : '');
	} catch {
		throw new HttpError(400, "The body must be JSON with 'username' and 'password'");
	}
	const { username, password } = (sent ?? {}) as Record<string, unknown>;
	if (typeof username !== 'string' || typeof password !== 'string') {
		throw new HttpError(400, "'username' and 'password' in the body must be strings");
	}
	return { username, password };
};

/** `POST …/login` with `{username, password}` returns `{token}`. */
export function signInRoute(app: FastifyInstance, accounts: Accounts, tokens: JwtTokens, journal: Journal): void {
	app.post('/login', async (request) => {
		journal.login(request.raw[ENTRY]);
		const { username, password } = credentialsIn(request.body);
		const user = accounts.verify(username, password);
		if (user === undefined) {
			throw new HttpError(401, 'The user name or password is incorrect');
		}
		return { token: await tokens.issue(user.name) };
	});
	refuseOtherMethods(app, '/login', ['POST']);
}
