'use strict';

/** Signs in with a function, which is the cheapest way in n8n. */
class BenchFunctionApi {
	constructor() {
		this.name = 'benchFunctionApi';
		this.displayName = 'Bench Function API';
		this.properties = [
			{ displayName: 'User', name: 'user', type: 'string', default: '' },
			{ displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: '' },
		];
	}

	async authenticate({ user, password }, request) {
		return { ...request, headers: { ...request.headers, Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } };
	}
}

module.exports = { BenchFunctionApi };
