/** `npm run test:container -- <image>`: runs the end-to-end tests, except those that start their own n8n, in a container image of n8n. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,records,triggers}.test.ts'],
	globals: { n8n: 'container' },
};
