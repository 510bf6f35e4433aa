/**
 * Preloaded into n8n. Records every host outside this machine that n8n looks up or connects to, in the file that the
 * environment variable OUTBOUND_LOG names. The calls themselves are unchanged.
 */
'use strict';

const dns = require('node:dns');
const net = require('node:net');
const { appendFileSync } = require('node:fs');

const file = process.env.OUTBOUND_LOG;
const isLoopback = (host) =>
	host === '' || host === 'localhost' || host === '::1' || host === '0.0.0.0' || host === '::' || /^127\./.test(host);

function record(verb, host) {
	if (file && typeof host === 'string' && !isLoopback(host)) appendFileSync(file, `n8n ${verb} ${host}\n`);
}

for (const module of [dns, dns.promises]) {
	const { lookup } = module;
	module.lookup = function lookupRecorded(host, ...rest) {
		record('lookup', host);
		return lookup.call(this, host, ...rest);
	};
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectRecorded(...args) {
	// Node passes its own normalized arguments as one array.
	const [first, second] = Array.isArray(args[0]) ? args[0] : args;
	record('connect', typeof first === 'object' && first !== null ? first.host : second);
	return connect.apply(this, args);
};
