const { TestEnvironment } = require('jest-environment-node');

/**
 * Each test file has its own copy of `process`, which never exits. Code that stops its timers on exit, such as n8n's engine,
 * would keep its modules in memory until the end of the run. So the copy emits `exit` after the last test of its file.
 */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name }) {
		if (name === 'teardown') this.global.process.emit('exit', 0);
	}
};

/**
 * At the end, a worker of Jest has hundreds of megabytes of memory, and releasing it takes longer than the half second after which Jest
 * reports that tests keep the worker running. `exit` does not release it. A worker that tests keep running does not emit `beforeExit`, so
 * Jest still reports it.
 */
process.once('beforeExit', () => process.exit());
