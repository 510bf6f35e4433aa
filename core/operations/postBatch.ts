import { CONTENT_TYPES } from '../catalog';
import { payloadBody } from '../wire/body';
import type { PostBatchInput } from './inputs';
import { actionRequest, recordAction } from './recordAction';

/** Posts a time card batch (specification: Save arguments, Post). */
export const postBatch = recordAction<PostBatchInput>(
	'postBatch',
	({ batch, ...input }) => ({ ...input, record: typeof batch === 'object' ? batch : { value: batch } }),
	({ document }, key, site) =>
		actionRequest(
			document,
			key,
			{ contentType: CONTENT_TYPES.payload, saveArguments: { Post: '' }, body: payloadBody(document, String(key), {}, site) },
			site,
		),
	{ posted: true },
	true,
);
