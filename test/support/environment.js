const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest gives each test file its own copy of `process`, which never exits: what waits for the exit to stop its timers, such as n8n's engine,
 * would keep its modules in memory until the end of the run. So the copy exits after the last test of its file.
 */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name }) {
		if (name === 'teardown') this.global.process.emit('exit', 0);
	}
};
