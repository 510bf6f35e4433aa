import { CONTENT_TYPES } from '../catalog';
import type { UnvoidOrderInput } from './inputs';
import { actionRequest, recordAction } from './recordAction';

/** Un-voids an order: an empty payload with the save argument (specification: Save arguments, UnVoidWorkOrder). */
export const unvoidOrder = recordAction<UnvoidOrderInput>(
	'unvoidOrder',
	(input) => input,
	({ document }, key, site) =>
		actionRequest(document, key, { contentType: CONTENT_TYPES.payload, saveArguments: { UnVoidWorkOrder: key }, body: '' }, site),
	{ voided: false },
	true,
);
