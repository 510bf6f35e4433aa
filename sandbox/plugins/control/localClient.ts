import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { forbidden } from '../../documents/httpError';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a Host header can only mean this sandbox: the owner of any other name can point it at this machine (DNS rebinding). */
const isLocalName = (host: string | undefined): boolean => {
	const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
	return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
};

/** Accepts only programs on this machine, and no web page of another origin in a browser on it. */
export const requireLocalClient = (app: FastifyInstance, what: string): void => {
	app.addHook('onRequest', (request, _reply, done) => {
		const { origin, host } = request.headers;
		const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '') && isLocalName(host);
		done(
			isLocal && (origin === undefined || origin === `http://${host}`)
				? undefined
				: forbidden(
						`${what} accept${what.endsWith('s') ? '' : 's'} requests only from this machine, addressed to 'localhost' or an IP address`,
					),
		);
	});
};
