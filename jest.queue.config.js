/** Tests the packed package in n8n's queue mode, with real PostgreSQL and Redis. Slow, so it has its own command: `npm run test:queue`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test/queue/engine'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600000,
	maxWorkers: 1,
};
