import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { badRequest, HttpError } from '../documents/httpError';
import { BODY_LIMIT } from '../plugins/bodies';

const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE';

/** `POST /console/import`: replaces all records with those of an uploaded export, and then shows `back`. */
export const importRoute = async (app: FastifyInstance, replaceData: (data: unknown) => Promise<void>, back: string): Promise<void> => {
	await app.register(multipart, { limits: { fileSize: BODY_LIMIT, files: 1 } });
	app.post('/console/import', async (request, reply) => {
		const file = request.isMultipart() ? await request.file() : undefined;
		if (file === undefined) {
			throw badRequest('Choose a file with exported records');
		}
		let content: Buffer;
		try {
			content = await file.toBuffer();
		} catch (error) {
			throw (error as { code?: string }).code === TOO_LARGE
				? new HttpError(413, `The file is larger than ${BODY_LIMIT / 1024 / 1024} MiB. Start the sandbox with --seed and this file instead`)
				: error;
		}
		let data: unknown;
		try {
			data = JSON.parse(content.toString('utf8'));
		} catch {
			throw badRequest(`The file '${file.filename}' is not JSON`);
		}
		await replaceData(data);
		return reply.redirect(back, 303);
	});
};
