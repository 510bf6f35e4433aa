const hostileFolders = require('./test/support/hostileFolders.json');

/** Faults, hostile input and durability: `npm run test:hostile`. Separate because they take as long as all other tests together. */
module.exports = {
	...require('./jest.config.js'),
	roots: hostileFolders.map((folder) => `<rootDir>/${folder}`),
	testPathIgnorePatterns: ['/node_modules/'],
};
