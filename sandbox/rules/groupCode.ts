import { ruledOut } from '../documents/refusal';
import { type ArgumentRule, tableOf, values } from './rule';

/** Makes one of the groups in the resource's group list its default group. */
export const groupCode: ArgumentRule = {
	argument: 'GroupCode',
	kinds: ['update'],
	apply(call, value) {
		const { unit, document } = call;
		for (const { rowId, key } of call.records) {
			const groups = unit.rowsBelow(tableOf(call, 'sch_resource_group').stored, rowId);
			if (!groups.some((row) => row.group_code === value)) {
				const known = groups.map((row) => row.group_code).join(', ');
				throw ruledOut(
					`Group '${value}' is not in the group list of resource ${key}${known === '' ? ', which is empty' : `; the list contains ${known}`}`,
				);
			}
			unit.update(document, document.root, rowId, values({ group_code: value }));
		}
	},
};
