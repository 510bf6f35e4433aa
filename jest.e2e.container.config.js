/** The same package in a container image of n8n: everything that does not start its own n8n. `npm run test:container -- <image>`. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,records,triggers}.test.ts'],
	globals: { n8n: 'container' },
};
