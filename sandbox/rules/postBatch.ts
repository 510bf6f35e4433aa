import { ruleViolation } from '../documents/httpError';
import { type ArgumentRule, current, values } from './rule';

/** Posts a time card batch, which can be posted only once. */
export const post: ArgumentRule = {
	argument: 'Post',
	kinds: ['update'],
	apply(call) {
		for (const record of call.records) {
			if (current(call, record).posted === 'Y') {
				throw ruleViolation(`Batch ${record.key} is already posted`);
			}
			call.unit.update(call.document, call.document.root, record.rowId, values({ posted: 'Y', date_posted: call.unit.now }));
		}
	},
};
