/** The same package in the oldest supported n8n: only what depends on n8n's version. `npm run test:e2e:oldest`. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,withoutInternet,repeats}.test.ts'],
	globals: { n8n: 'n8n-oldest' },
};
