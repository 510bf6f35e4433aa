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

export const isAddressRange = (text: string): boolean => addRange(new BlockList(), text);

/** An address without the prefix that an IPv6 socket adds to an IPv4 address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Who can use the controls and the console in addition to programs on this machine, and under which host names. */
export interface ControlAccess {
	/** IP addresses and ranges of clients. */
	readonly from: readonly string[];
	/** Host names of the sandbox, such as the name of its container, in lower case. */
	readonly hostNames: readonly string[];
}

/** Whether a string is a host name without a port. */
export const isHostName = (text: string): boolean => /^[a-z\d]([a-z\d_.-]*[a-z\d])?$/i.test(text) && isIP(text) === 0;

/** Whether a Host header contains a trusted name. An attacker can point any other name at this machine (DNS rebinding). */
const isOwnName = (host: string | undefined, hostNames: readonly string[]): boolean => {
	const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
	return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostNames.includes(hostname);
};

/**
 * Checks the IP address, the Host header and the Origin header of a client. Accepts clients on this machine and in the given IP ranges, if
 * their Host header is `localhost`, an IP address or one of the host names. Rejects web pages from other origins. `what` is the plural
 * subject of the error messages.
 * @returns the error message; undefined for an accepted client
 */
export const clientCheck = (
	what: string,
	{ from, hostNames }: ControlAccess,
): ((remoteAddress: string, host: string | undefined, origin: string | undefined) => string | undefined) => {
	const allowed = new BlockList();
	['127.0.0.0/8', '::1', ...from].forEach((range) => addRange(allowed, range));
	return (remoteAddress, host, origin) => {
		const address = plainAddress(remoteAddress);
		if (!allowed.check(address, familyOf(address))) {
			return `${what} do not accept requests from ${address}. To accept them, start the sandbox with --controls-from ${address}`;
		}
		if (!isOwnName(host, hostNames)) {
			return `${what} do not accept requests to '${host ?? ''}'. Use 'localhost' or an IP address, or start the sandbox with --controls-host and this host name`;
		}
		return origin === undefined || origin === `http://${host}` ? undefined : `${what} do not accept requests from web pages at '${origin}'`;
	};
};

/** Rejects requests of clients that {@link clientCheck} does not accept. */
export const requireLocalClient = (app: FastifyInstance, what: string, access: ControlAccess): void => {
	const check = clientCheck(what, access);
	app.addHook('onRequest', (request, _reply, done) => {
		const message = check(request.socket.remoteAddress ?? '', request.headers.host, request.headers.origin);
		done(message === undefined ? undefined : forbidden(message));
	});
};
