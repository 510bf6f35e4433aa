import { ruleViolation } from '../documents/httpError';
import { type ArgumentRule, tableOf, values } from './rule';

/** Sets the default group of a resource. The group must be in the resource's group list. */
export const groupCode: ArgumentRule = {
	argument: 'GroupCode',
	kinds: ['update'],
	apply(call, value) {
		const { unit, document } = call;
		for (const { rowId, key } of call.records) {
			const groups = unit.childRows(tableOf(call, 'sch_resource_group').stored, rowId);
			if (!groups.some((row) => row.group_code === value)) {
				const known = groups.map((row) => row.group_code).join(', ');
				throw ruleViolation(
					`Group '${value}' is not in the group list of resource ${key}${known === '' ? ', which is empty' : `; the list contains ${known}`}`,
				);
			}
			unit.update(document, document.root, rowId, values({ group_code: value }));
		}
	},
};
