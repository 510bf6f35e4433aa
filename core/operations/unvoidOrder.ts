import { CONTENT_TYPES } from '../catalog';
import { recordPath } from '../wire/path';
import type { UnvoidOrderInput } from './inputs';
import { recordAction } from './recordAction';
import { composeRequest } from './request';

/** Takes the voiding of an order back: an empty payload with the save argument (specification: Save arguments, UnVoidWorkOrder). */
export const unvoidOrder = recordAction<UnvoidOrderInput>(
	'unvoidOrder',
	(input) => input,
	({ document }, key, site) =>
		composeRequest({
			document,
			method: 'PATCH',
			path: recordPath(document, { value: key }),
			verb: 'update',
			effect: 'once',
			contentType: CONTENT_TYPES.payload,
			saveArguments: { UnVoidWorkOrder: key },
			body: '',
		}, site),
	{ voided: false },
);
