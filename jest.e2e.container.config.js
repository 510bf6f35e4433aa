/** `npm run test:container -- <image>`: tests loading, sign-ins, nodes, examples and triggers in a container image of n8n. */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['**/{loading,signIns,httpRequest,versions,examples,exampleServices,exampleSync,records,triggers}.test.ts'],
	globals: { n8n: 'container' },
};
