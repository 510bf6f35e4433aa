import { CONTENT_TYPES } from '../catalog';
import { recordPath } from '../wire/path';
import type { SetDefaultGroupInput } from './inputs';
import { recordAction } from './recordAction';
import { composeRequest } from './request';

/** Sets the default group of a scheduling resource; the group must stand in its list (specification: Save arguments, GroupCode). */
export const setDefaultGroup = recordAction<SetDefaultGroupInput>(
	'setDefaultGroup',
	(input) => input,
	({ document, group }, key, site) =>
		composeRequest({
			document,
			method: 'PATCH',
			path: recordPath(document, { value: key }),
			verb: 'update',
			effect: 'once',
			contentType: CONTENT_TYPES.payload,
			saveArguments: { GroupCode: group },
			body: '',
		}, site),
	{ updated: true },
);
