import { CONTENT_TYPES } from '../catalog';
import { operationsBody } from '../wire/body';
import type { VoidOrderInput } from './inputs';
import { actionRequest, recordAction } from './recordAction';
import { numeric } from './saveArgumentNumbers';

/** Voids an order with a reason (specification: Save arguments, VoidWorkOrder). */
export const voidOrder = recordAction<VoidOrderInput>(
	'voidOrder',
	(input) => input,
	({ document, reason }, key, site) =>
		actionRequest(
			document,
			key,
			{
				contentType: CONTENT_TYPES.json,
				saveArguments: { VoidWorkOrder: key },
				body: operationsBody({ cancel_no: numeric(reason, 'reason', "The void reason ('cancel_no')") }, document.table, site),
			},
			site,
		),
	{ voided: true },
	true,
);
