import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../../workshop/paths';
import hostileSuites from '../support/hostileSuites.json';

describe('The suites of npm run test:hostile', () => {
	it.each(hostileSuites)('%s exists, and is a folder only if the name ends with a slash', (suite) => {
		expect(existsSync(path.join(checkout, suite))).toBe(true);
		expect(suite).toMatch(/(\/|\.test\.ts)$/);
	});
});
