import { CONTENT_TYPES, FIXED_VALUES } from '../catalog';
import { payloadBody } from '../wire/body';
import { actionRequest, recordAction, type ReadBack } from './recordAction';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, RecordAddress } from '../model/terms';

export interface PostBatchInput extends ReadBack {
	readonly document: DocumentRef;
	/** The number of the batch, or an alternate key that identifies it. */
	readonly batch: KeyValue | RecordAddress;
}

/** Posts a time card batch (specification: Save arguments, Post). */
export const postBatch = recordAction<PostBatchInput>(
	'postBatch',
	({ batch, ...input }) => ({ ...input, record: typeof batch === 'object' ? batch : { value: batch } }),
	({ document }, key, site) =>
		actionRequest(
			document,
			key,
			{
				contentType: CONTENT_TYPES.payload,
				saveArguments: { Post: FIXED_VALUES.empty },
				body: payloadBody(document, String(key), {}, site),
			},
			site,
		),
	{ posted: true },
	'Post',
);
