/** `npm run test:e2e:oldest`: tests the package in the oldest supported n8n, with only the tests that depend on n8n's version. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,withoutInternet,repeats}.test.ts'],
	globals: { n8n: 'n8n-oldest' },
};
