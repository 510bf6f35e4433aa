import { CONTENT_TYPES } from '../catalog';
import { operationsBody } from '../wire/body';
import { recordPath } from '../wire/path';
import type { VoidOrderInput } from './inputs';
import { recordAction } from './recordAction';
import { composeRequest } from './request';
import { numeric } from './saveArgumentNumbers';

/** Voids an order with a reason (specification: Save arguments, VoidWorkOrder). */
export const voidOrder = recordAction<VoidOrderInput>(
	'voidOrder',
	(input) => input,
	({ document, reason }, key, site) =>
		composeRequest({
			document,
			method: 'PATCH',
			path: recordPath(document, { value: key }),
			verb: 'update',
			effect: 'once',
			contentType: CONTENT_TYPES.json,
			saveArguments: { VoidWorkOrder: key },
			body: operationsBody({ cancel_no: numeric(reason, 'reason', "The void reason ('cancel_no')") }, document.table, site),
		}, site),
	{ voided: true },
);
