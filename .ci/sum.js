/**
 * Adds up the results that the CI suites and checks wrote to a folder, and prints one line. Exits with status 1 if anything failed or
 * nothing passed.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** Reads Jest's own report or the short form `{passed, failed, skipped}`. A test file that could not even run counts as failed. */
function counts(report) {
	if (!('numPassedTests' in report)) return { passed: report.passed, failed: report.failed, skipped: report.skipped ?? 0 };
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

function sum(folder) {
	const total = { passed: 0, failed: 0, skipped: 0 };
	const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
	for (const name of fs.readdirSync(folder).filter((file) => /^(check|suite)-.*\.json$/.test(file))) {
		const one = counts(read(name));
		// A file `status-…` means that the command failed. If its report shows no failure, something outside the tests failed.
		if (one.failed === 0 && fs.existsSync(path.join(folder, `status-${name}`))) one.failed = 1;
		for (const key of Object.keys(total)) total[key] += one[key];
	}
	return total;
}

const { passed, failed, skipped } = sum(process.argv[2]);
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
