import { CONTENT_TYPES } from '../catalog';
import { actionRequest, recordAction, type ReadBack } from './recordAction';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress } from '../model/terms';

export interface UnvoidOrderInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/** Un-voids an order: an empty body with the save argument (specification: Save arguments, UnVoidWorkOrder). */
export const unvoidOrder = recordAction<UnvoidOrderInput>(
	'unvoidOrder',
	(input) => input,
	({ document }, key, site) =>
		actionRequest(document, key, { contentType: CONTENT_TYPES.payload, saveArguments: { UnVoidWorkOrder: key }, body: '' }, site),
	{ voided: false },
	'UnVoidWorkOrder',
);
