/** The packed package on n8n's distributed engine, with real PostgreSQL and Redis. Slow, hence apart: `npm run test:queue`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test/queue/engine'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600000,
	maxWorkers: 1,
};
