import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from '../documents/httpError';

/** Registers all methods that Node can parse, except `CONNECT`: Node does not pass a `CONNECT` request to the framework. */
export function registerAllMethods(app: FastifyInstance): void {
	for (const method of METHODS.filter((name) => name !== 'CONNECT' && !app.supportedMethods.includes(name))) {
		app.addHttpMethod(method, { hasBody: true });
	}
}

/** `HEAD` works wherever `GET` does, and `OPTIONS` everywhere (RFC 9110). */
export const withCommonMethods = (methods: readonly string[]): readonly string[] => [
	...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
	'OPTIONS',
];

/** Responds to the other methods of a route: 204 to `OPTIONS`, otherwise 405, each with `Allow`. */
export function refuseOtherMethods(app: FastifyInstance, url: string, supported: readonly string[]): void {
	const allowed = withCommonMethods(supported);
	app.route({
		method: 'OPTIONS',
		url,
		handler: async (_request, reply) => await reply.code(204).header('Allow', allowed.join(', ')).send(),
	});
	app.route({
		method: app.supportedMethods.filter((method) => !allowed.includes(method)),
		url,
		handler: async (request) => {
			throw methodNotAllowed(`This URL does not support ${request.method}; it supports ${allowed.join(', ')}`, allowed);
		},
	});
}
