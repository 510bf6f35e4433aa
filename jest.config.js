const { availableParallelism } = require('node:os');
const hostileSuites = require('./test/support/hostileSuites.json');
const engineModules = require('./workshop/engineModules.json');
const { rerunOnProjectNode } = require('./workshop/install/projectNode.js');

// Plain `npx jest` starts on the machine's Node, so this call reruns it on Node 24 (the npm package `node`).
rerunOnProjectNode(['jest', ...process.argv.slice(2)]);

/**
 * The suites of `npm run test:hostile` are not part of `npm test`, unless the command line names them or a folder that contains them, such
 * as `npm test -- test/faults`. In the list, folders end with a slash.
 */
const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const isNamed = names.some((name) => hostileSuites.some((suite) => suite.includes(name) || name.includes(suite)));
const leftToHostile = isNamed ? [] : hostileSuites.map((suite) => `<rootDir>/${suite}`);

/**
 * swc compiles each file separately and does not check the types, because `npm run lint` does. The target is the one in tsconfig.json.
 * From version 1.16, swc unpacks itself into the user's home folder. The scripts leave nothing there, so the version is 1.15.
 */
const compile = ['@swc/jest', { swcrc: false, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];

module.exports = {
	// All configurations of Jest in this project share the cache of compiled files.
	id: 'media-operations',
	testEnvironment: '<rootDir>/test/support/environment.js',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/queue/engine/',
		'<rootDir>/test/start/',
		...leftToHostile,
	],
	globalSetup: '<rootDir>/test/support/prepareSandbox.ts',
	transform: { '^.+\\.ts$': compile },
	// All these packages are in one file; see workshop/bundleEngine.ts.
	moduleNameMapper: { [`^(${engineModules.join('|')})$`]: '<rootDir>/.workshop/cache/engine/node_modules/$1' },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/sandbox/dist', '<rootDir>/workshop/n8n', '<rootDir>/.workshop'],
	// The cache is kept from run to run. Jest would put it into the temporary folder, which is removed after each run.
	cacheDirectory: '<rootDir>/.workshop/cache/jest',
	// The timeout only stops a hanging test, so it is long enough for a slow machine.
	testTimeout: 120000,
	// There is one more worker than there are processors, because tests spend much of the time waiting for delays and timeouts.
	maxWorkers: availableParallelism() + 1,
	// Otherwise, the modules of earlier files fill more than a gigabyte, which V8 marks again and again.
	workerIdleMemoryLimit: '600MB',
};
