import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../core/catalog';

const UPLOAD = /^\/+api\/v2\/database\/[^/?]+\/SysAttachment\//i;
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;
/** The first line of form-data: two dashes and the boundary, which has at most 70 characters (RFC 2046). */
const FIRST_LINE = /^--([^\r\n]{1,70})\r?\n/;
const MAX_FIRST_LINE = 74;

/** The values of all Content-Type headers; Node's `headers` contains only the first one. */
const contentTypesOf = ({ rawHeaders }: IncomingMessage): readonly string[] =>
	rawHeaders.flatMap((name, at) => (at % 2 === 0 && name.toLowerCase() === 'content-type' ? [rawHeaders[at + 1] as string] : []));

/** Reads the beginning of a body, until its first line shows whether it can be form-data. `whole` is true if the body ended before that. */
const beginningOf = async (body: Readable): Promise<{ readonly read: Buffer; readonly whole: boolean }> => {
	let read = Buffer.alloc(0);
	while (read.length < MAX_FIRST_LINE && !read.includes('\n') && (read.length < 2 || read.toString('latin1', 0, 2) === '--')) {
		const chunk = body.read() as Buffer | null;
		if (chunk !== null) {
			read = Buffer.concat([read, chunk]);
		} else if (body.readableEnded || body.destroyed) {
			return { read, whole: true };
		} else {
			await Promise.race([once(body, 'readable'), once(body, 'end'), once(body, 'close')]);
		}
	}
	return { read, whole: false };
};

/**
 * Accepts the vendor's example of an upload, which sends form-data with the `Content-Type: application/json` header
 * (public material: Attachments). curl adds the boundary to that header, some clients send the boundary in a second Content-Type header,
 * and others send it only in the body. In each case, the request becomes `multipart/form-data`. A JSON body is not changed.
 * Returns the body to read instead of the given one.
 */
export const acceptFormUnderJson = async ({ raw, method }: FastifyRequest, body: Readable): Promise<Readable> => {
	if (method !== 'POST' || !UPLOAD.test(raw.url ?? '') || !raw.headers['content-type']?.toLowerCase().startsWith(CONTENT_TYPES.json)) {
		return body;
	}
	const becomeForm = (boundary: string): void => {
		raw.headers['content-type'] = `multipart/form-data; boundary="${boundary}"`;
	};
	const [, quotedBoundary, plainBoundary] =
		contentTypesOf(raw)
			.map((type) => BOUNDARY.exec(type))
			.find((found) => found) ?? [];
	const inHeader = quotedBoundary ?? plainBoundary;
	if (inHeader !== undefined) {
		becomeForm(inHeader);
		return body;
	}
	const { read, whole } = await beginningOf(body);
	if (whole) {
		return Readable.from(read.length > 0 ? [read] : []);
	}
	body.unshift(read);
	const inBody = FIRST_LINE.exec(read.toString('latin1'))?.[1];
	if (inBody !== undefined) {
		becomeForm(inBody);
	}
	return body;
};
