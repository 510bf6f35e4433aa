/** Tests the packed package in the real n8n, with its editor in a real browser. Slow, so it has its own command: `npm run test:e2e`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test/e2e'],
	// Only `npm run pictures` runs the files that only take screenshots.
	testPathIgnorePatterns: ['/node_modules/', ...(process.env.PICTURES ? [] : ['/\\w+Pictures\\.test\\.ts$'])],
	globalSetup: '<rootDir>/test/e2e/support/startN8n.ts',
	globalTeardown: '<rootDir>/test/e2e/support/stopN8n.ts',
	// These tests do not load n8n's engine themselves, so no module is mapped to its bundle.
	moduleNameMapper: {},
	testSequencer: '<rootDir>/test/e2e/support/inOrder.js',
	/** The folder in `workshop` that contains n8n, or `container` for an n8n in a container. */
	globals: { n8n: 'n8n' },
	testTimeout: 300000,
	maxWorkers: 1,
};
