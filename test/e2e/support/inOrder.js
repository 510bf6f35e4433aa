const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Runs the test files in the order of their names. One n8n serves them all, so the order can affect the results. Jest's own order depends
 * on which files failed, and on how long each took in the last run on that machine.
 */
module.exports = class InOrder extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
	}
};
