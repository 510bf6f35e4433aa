import type { FastifyInstance } from 'fastify';
import { isOwnAddress } from './traffic';

/** How long a browser can cache the response to a preflight request, in seconds. */
const MAX_AGE = '600';

/**
 * Lets web pages from the given origins call the API (Fetch standard, CORS protocol), but not the controls or the console. These require no
 * sign-in, so any page that a user visits could otherwise change data.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
	if (origins.length === 0) {
		return;
	}
	app.addHook('onRequest', (request, reply, done) => {
		const { origin } = request.headers;
		if (origin === undefined || isOwnAddress(request.url) || !(origins.includes('*') || origins.includes(origin))) {
			return done();
		}
		void reply.headers({
			'access-control-allow-origin': origin,
			vary: 'Origin',
			'access-control-expose-headers': '*, Authorization, Location, Pagination-Count',
		});
		const asked = request.headers['access-control-request-method'];
		if (request.method !== 'OPTIONS' || asked === undefined) {
			return done();
		}
		// A preflight request contains no sign-in, so it gets its response before the sign-in is checked.
		return void reply
			.code(204)
			.headers({
				'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
				'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
				'access-control-max-age': MAX_AGE,
			})
			.send();
	});
}
