const hostileSuites = require('./test/support/hostileSuites.json');

/**
 * `npm run test:hostile`: faults, hostile input, servers other than the sandbox, load, durability, and the scripts of package.json as
 * processes. These tests are separate because they take longer than all other tests together.
 */
module.exports = {
	...require('./jest.config.js'),
	testMatch: hostileSuites.map((suite) => `<rootDir>/${suite}${suite.endsWith('/') ? '**/*.test.ts' : ''}`),
	testPathIgnorePatterns: ['/node_modules/'],
};
