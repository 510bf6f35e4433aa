import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../../workshop/paths';
import hostileSuites from '../support/hostileSuites.json';

describe('npm run test:hostile', () => {
	it.each(hostileSuites)('runs %s, which is an existing folder or test file', (suite) => {
		expect(existsSync(path.join(checkout, suite))).toBe(true);
		expect(suite).toMatch(/(\/|\.test\.ts)$/);
	});
});
