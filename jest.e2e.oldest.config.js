/** `npm run test:e2e:oldest`: runs, in the oldest supported n8n, the end-to-end tests that depend on n8n's version. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,withoutInternet,repeats}.test.ts'],
	globals: { n8n: 'n8n-oldest' },
};
