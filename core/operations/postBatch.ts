import { CONTENT_TYPES } from '../catalog';
import { payloadBody } from '../wire/body';
import { recordPath } from '../wire/path';
import type { PostBatchInput } from './inputs';
import { recordAction } from './recordAction';
import { composeRequest } from './request';

/** Posts a time card batch (specification: Save arguments, Post). */
export const postBatch = recordAction<PostBatchInput>(
	'postBatch',
	({ batch, ...input }) => ({ ...input, record: typeof batch === 'object' ? batch : { value: batch } }),
	({ document }, key, site) =>
		composeRequest({
			document,
			method: 'PATCH',
			path: recordPath(document, { value: key }),
			verb: 'update',
			effect: 'once',
			contentType: CONTENT_TYPES.payload,
			saveArguments: { Post: '' },
			body: payloadBody(document, String(key), {}, site),
		}, site),
	{ posted: true },
);
