/** Tests `npm start` and `npm run dev` with the real n8n. Slow, so these tests have their own command: `npm run test:start`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test/start'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 300000,
	maxWorkers: 1,
};
