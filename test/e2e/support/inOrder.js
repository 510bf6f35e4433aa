const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The files by their names. One n8n serves them all, so their order is part of what is run; jest's own depends on what
 * failed and on how long each took the last time on that machine.
 */
module.exports = class InOrder extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
	}
};
