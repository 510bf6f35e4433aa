import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { forbidden } from '../../documents/httpError';

/** An IP address, or a range such as `172.17.0.0/16`. */
const ADDRESS_RANGE = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const addRange = (list: BlockList, text: string): boolean => {
	const [, address = '', bits] = ADDRESS_RANGE.exec(text) ?? [];
	const family = familyOf(address);
	const maxBits = family === 'ipv6' ? 128 : 32;
	if (isIP(address) === 0 || Number(bits ?? maxBits) > maxBits) {
		return false;
	}
	list.addSubnet(address, Number(bits ?? maxBits), family);
	return true;
};

/** Whether a text is an IP address or a range of addresses. */
export const isAddressRange = (text: string): boolean => addRange(new BlockList(), text);

/** Without the prefix of an IPv4 address on an IPv6 socket. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether a Host header can only mean this sandbox: the owner of any other name can point it at this machine (DNS rebinding). */
const isLocalName = (host: string | undefined): boolean => {
	const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
	return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
};

/**
 * Checks the address, the Host header and the Origin header of a client: only programs on this machine and in `ranges` of IP addresses,
 * addressed by `localhost` or an IP address, and no web page of another origin. `what` is plural.
 * @returns the error message; undefined for an accepted client
 */
export const clientCheck = (
	what: string,
	ranges: readonly string[],
): ((remoteAddress: string, host: string | undefined, origin: string | undefined) => string | undefined) => {
	const allowed = new BlockList();
	['127.0.0.0/8', '::1', ...ranges].forEach((range) => addRange(allowed, range));
	return (remoteAddress, host, origin) => {
		const address = plainAddress(remoteAddress);
		if (!allowed.check(address, familyOf(address))) {
			return `${what} do not accept requests from ${address}. To accept them, start the sandbox with --controls-from ${address}`;
		}
		if (!isLocalName(host)) {
			return `${what} do not accept requests to '${host ?? ''}'. Use 'localhost' or an IP address`;
		}
		return origin === undefined || origin === `http://${host}` ? undefined : `${what} do not accept requests of web pages of '${origin}'`;
	};
};

/** Rejects requests of clients that {@link clientCheck} does not accept. */
export const requireLocalClient = (app: FastifyInstance, what: string, ranges: readonly string[]): void => {
	const check = clientCheck(what, ranges);
	app.addHook('onRequest', (request, _reply, done) => {
		const message = check(request.socket.remoteAddress ?? '', request.headers.host, request.headers.origin);
		done(message === undefined ? undefined : forbidden(message));
	});
};
