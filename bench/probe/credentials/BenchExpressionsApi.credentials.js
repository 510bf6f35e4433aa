'use strict';

/** Signs in with expressions, as most credentials do. */
class BenchExpressionsApi {
	constructor() {
		this.name = 'benchExpressionsApi';
		this.displayName = 'Bench Expressions API';
		this.properties = [
			{ displayName: 'User', name: 'user', type: 'string', default: '' },
			{ displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: '' },
		];
		this.authenticate = {
			type: 'generic',
			properties: { auth: { username: '={{ $credentials.user }}', password: '={{ $credentials.password }}' } },
		};
	}
}

module.exports = { BenchExpressionsApi };
