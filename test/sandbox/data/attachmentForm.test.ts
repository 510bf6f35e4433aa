import http from 'node:http';
import { sandboxForTests } from '../../support/sandboxForTests';
import { DEMO, type Outcome, send } from '../shell/wire';

const sandbox = sandboxForTests();
const RECORD = '/SysAttachment/attachment_keystring=10339:100-1';
const BOUNDARY = '------------------------d74496d66958873e';
const form = (name: string, lineEnd = '\r\n'): string =>
	[
		`--${BOUNDARY}`,
		`Content-Disposition: form-data; name=""; filename="${name}"`,
		'Content-Type: text/plain',
		'',
		'hello',
		`--${BOUNDARY}--`,
		'',
	].join(lineEnd);

/** The vendor's example sends `--header 'Content-Type: application/json'` with `--form '=@"file"'` (public material: Attachments). */
const HEADERS: readonly (readonly [how: string, type: string])[] = [
	['the boundary in that header, as curl sends it', `application/json; boundary=${BOUNDARY}`],
	['the boundary in quotes', `application/json; boundary="${BOUNDARY}"`],
	['the boundary only in the body', 'application/json'],
	['the boundary only in the body, and a charset', 'application/json; charset=utf-8'],
];

const fileNames = async (): Promise<string[]> =>
	(
		JSON.parse((await send(`${sandbox.apiUrl}${RECORD}`, { headers: DEMO })).text) as { sys_attachment: { file_name: string }[] }
	).sys_attachment.map(({ file_name: name }) => name);

const upload = async (type: string, body: string): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}${RECORD}`, { method: 'POST', headers: { ...DEMO, 'Content-Type': type }, body });

describe('An upload with Content-Type: application/json', () => {
	it.each(HEADERS)('is accepted as form-data with %s', async (how, type) => {
		const name = `${how}.txt`;
		const outcome = await upload(type, form(name));
		expect([outcome.status, outcome.text]).toEqual([200, expect.stringContaining('"attachment_no"')]);
		expect((await fileNames()).filter((each) => each === name)).toHaveLength(1);
	});

	it('is accepted as form-data with two Content-Type headers if the second has the boundary', async () => {
		const name = 'both.txt';
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const headers = [
				'Authorization',
				DEMO.Authorization,
				'Content-Type',
				'application/json',
				'Content-Type',
				`multipart/form-data; boundary=${BOUNDARY}`,
				'Content-Length',
				String(form(name).length),
				'Host',
				'127.0.0.1',
			];
			http
				.request(`${sandbox.apiUrl}${RECORD}`, { method: 'POST', headers }, (response) =>
					response.resume().on('end', () => resolve(response.statusCode)),
				)
				.on('error', reject)
				.end(form(name));
		});
		expect(status).toBe(200);
		expect(await fileNames()).toContain(name);
	});

	it('is accepted as form-data in several chunks', async () => {
		const name = 'pieces.txt';
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const asked = http.request(
				`${sandbox.apiUrl}${RECORD}`,
				{ method: 'POST', headers: { ...DEMO, 'Content-Type': 'application/json' } },
				(response) => response.resume().on('end', () => resolve(response.statusCode)),
			);
			asked.on('error', reject);
			const text = form(name);
			const pieces = [text.slice(0, 1), text.slice(1, 5), text.slice(5, 60), text.slice(60)];
			const next = (): void => {
				const piece = pieces.shift();
				if (piece === undefined) {
					asked.end();
				} else {
					asked.write(piece, () => setTimeout(next, 20));
				}
			};
			next();
		});
		expect(status).toBe(200);
		expect(await fileNames()).toContain(name);
	});

	it.each([
		['JSON', '{"a":1}'],
		['a long JSON string', JSON.stringify({ a: 'x'.repeat(500_000) })],
		['empty', ''],
		['two dashes', '--'],
		['a single boundary line', `--${BOUNDARY}`],
	])('is rejected with 415 if the body is %s', async (_what, body) => {
		const outcome = await upload('application/json', body);
		expect([outcome.status, outcome.text]).toEqual([415, expect.stringContaining('Send files as multipart form-data')]);
	});

	it('is rejected for a document other than SysAttachment', async () => {
		const outcome = await send(`${sandbox.apiUrl}/JmJob`, {
			method: 'POST',
			headers: { ...DEMO, 'Content-Type': `application/json; boundary=${BOUNDARY}` },
			body: form('a.txt'),
		});
		expect([outcome.status, outcome.text]).toEqual([400, expect.stringContaining('JSON')]);
	});
});
