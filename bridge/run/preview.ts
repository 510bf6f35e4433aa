import type { WireRequest } from '../../core/model/port';
import type { Operation } from '../../core/operations/operation';
import type { Site } from '../../core/model/site';
import { siteRequest } from '../../core/wire/siteFormat';
import type { Row } from '../../core/model/terms';
import { switchOf } from './params';
import type { ItemWork } from './runItems';

/** Whether 'Preview' is on. Throws `InputError`. */
export const isPreview = ({ preview }: Row): boolean => switchOf(preview, 'preview', 'Preview');

const bodyOf = (body: WireRequest['body']): unknown =>
	typeof body === 'string'
		? readable(body)
		: (body?.parts.map(({ partName, fileName, contentType, size }) => ({
				...(partName === undefined ? {} : { partName }),
				fileName,
				contentType,
				size,
			})) ?? null);

/**
 * Outputs the requests instead of sending them: URL, headers and body, without the sign-in. Reads a key from the site only if the
 * requests cannot be composed without it.
 */
export const previewOf = <Input>(operation: Operation<Input>, input: Input, site: Site, baseUrl: string): ItemWork => ({
	changes: false,
	async *run(client): AsyncGenerator<Row[]> {
		const requests = operation.preview ? await operation.preview(input, site, client) : operation.compose(input, site);
		yield requests
			.map((request) => siteRequest(request, site.profile, site.listNames))
			.map(({ method, path, headers, body }) => ({
				preview: true,
				method,
				url: `${baseUrl}${path}`,
				headers: { ...headers },
				body: bodyOf(body),
			}));
	},
});

const readable = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
};
