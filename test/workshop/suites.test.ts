import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../../workshop/paths';
import hostileSuites from '../support/hostileSuites.json';

describe('In npm run test:hostile,', () => {
	it.each(hostileSuites)('the suite %s exists, and is a folder only if its name ends with a slash', (suite) => {
		expect(existsSync(path.join(checkout, suite))).toBe(true);
		expect(suite).toMatch(/(\/|\.test\.ts)$/);
	});
});
