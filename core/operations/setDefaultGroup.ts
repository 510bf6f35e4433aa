import { CONTENT_TYPES } from '../catalog';
import type { SetDefaultGroupInput } from './inputs';
import { actionRequest, recordAction } from './recordAction';

/** Sets the default group of a scheduling resource; the group must be in its group list (specification: Save arguments, GroupCode). */
export const setDefaultGroup = recordAction<SetDefaultGroupInput>(
	'setDefaultGroup',
	(input) => input,
	({ document, group }, key, site) =>
		actionRequest(document, key, { contentType: CONTENT_TYPES.payload, saveArguments: { GroupCode: group }, body: '' }, site),
	{ updated: true },
);
