import { CONTENT_TYPES } from '../catalog';
import { operationsBody } from '../wire/body';
import { actionRequest, recordAction, type ReadBack } from './recordAction';
import { numeric } from './saveArgumentNumbers';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, RecordAddress } from '../model/terms';

export interface VoidOrderInput extends ReadBack {
	/** JmWorkOrder, MoMediaOrder or XmTransmissionOrder. */
	readonly document: DocumentRef;
	/** If the order is addressed by an alternate key, its number and sequence are read first, because the save argument requires them. */
	readonly record: RecordAddress;
	/** The number of the void reason (`cancel_no`). */
	readonly reason: KeyValue;
}

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
	'VoidWorkOrder',
);
