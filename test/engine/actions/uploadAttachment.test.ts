import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { bytesOf, digestOf, inMemoryFile, storedFile, streamOf } from './files';
import { DEMO_USER } from '../../support/plainCall';
import { startRecordingSite } from '../recordingSite';
import { by, rowsOf, stageForTests, startStage, type Json } from './stage';

const stage = stageForTests('mediaOperationsUploadAttachment');

const PDF = 'application/pdf';
const note = inMemoryFile('note.txt', 'text/plain', Buffer.from('Delivered at gate 4'));
const cleared = async (): Promise<string> => {
	const order = await stage.newOrder('JmWorkOrder');
	await stage.sandbox.control.clearJournal();
	return order;
};
/** An attachment as the site stores it. */
const contentOf = async (keystring: string, number: unknown): Promise<Uint8Array> => {
	const response = await fetch(
		`${stage.sandbox.apiUrl}/SysAttachment/attachment_keystring=${keystring}/sys_attachment/attachment_no=${String(number)}/content`,
		{ headers: { Authorization: DEMO_USER } },
	);
	expect(response.status).toBe(200);
	return new Uint8Array(await response.arrayBuffer());
};
const listed = async (keystring: string): Promise<Json[]> =>
	(await stage.http('GET', `SysAttachment/attachment_keystring=${keystring}/sys_attachment`)) as unknown as Json[];
const calls = async (): Promise<string[]> =>
	(await stage.wire()).map(({ method, path: address }) => `${method} ${address.replace('/api/v2/database/DEMO', '')}`);

describe('Upload Attachment', () => {
	it('attaches one file with its bytes and name unchanged', async () => {
		const order = await cleared();
		const rows = rowsOf(await stage.act({ record: by('wo_no_seq', order) }, [{ json: {}, binary: { data: note } }]));
		expect(rows).toEqual([{ attachment_no: expect.any(Number), attachment_keystring: `10339:${order}`, file_name: 'note.txt' }]);
		expect(Object.keys(rows[0]!)).toEqual(['attachment_no', 'file_name', 'attachment_keystring']);
		expect(Buffer.from(await contentOf(`10339:${order}`, rows[0]!.attachment_no)).toString()).toBe('Delivered at gate 4');
		expect(await listed(`10339:${order}`)).toMatchObject([{ file_name: 'note.txt', attachment_desc: 'note.txt', file_size: 19 }]);
		expect(await calls()).toEqual([
			`POST /SysAttachment/attachment_keystring=10339:${order}`,
			expect.stringMatching(/^GET .*content$/),
			expect.stringMatching(/^GET /),
		]);
	});

	it('attaches several files of different sizes in one request, from memory and from disk', async () => {
		const order = await cleared();
		const sizes = [0, 1, 65_536, 1_000_003, 3_000_000];
		const bytes = sizes.map(bytesOf);
		const binary = Object.fromEntries(
			await Promise.all(
				bytes.map(
					async (content, index) =>
						[
							`file${index}`,
							index % 2 === 0 ? await storedFile(`part ${index}.pdf`, PDF, content) : inMemoryFile(`part ${index}.pdf`, PDF, content),
						] as const,
				),
			),
		);
		const rows = rowsOf(await stage.act({ record: by('wo_no_seq', order), files: 'all' }, [{ json: {}, binary }]));
		expect(rows.map(({ file_name: name }) => name)).toEqual(sizes.map((_, index) => `part ${index}.pdf`));
		expect(await stage.wire('POST')).toHaveLength(1);
		const arrived = await Promise.all(rows.map(async ({ attachment_no: number }) => digestOf(await contentOf(`10339:${order}`, number))));
		expect(arrived).toEqual(bytes.map(digestOf));
	});

	it('uploads the named binary fields in order, with the file names and types from the options', async () => {
		const site = await startRecordingSite();
		try {
			site.respond = () => ({
				body: {
					message: null,
					tables: ['sys_attachment'],
					sys_attachment: { record_identifiers: ['attachment_no'], records: [{ attachment_no: 4 }, { attachment_no: 5 }] },
				},
			});
			const fileNames = { file: [{ binaryField: 'scan', fileName: 'Lieferschein Nº 7.pdf', contentType: PDF }] };
			const { output, error } = await stage.engine.run({
				node: 'mediaOperationsUploadAttachment',
				parameters: {
					authentication: 'basic',
					record: by('wo_no_seq', '9453-1'),
					binaryPropertyName: 'scan, data',
					options: { fileNames },
				},
				credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
				input: [{ json: {}, binary: { data: note, other: note, scan: inMemoryFile('x', 'image/png', Buffer.from('scanned')) } }],
			});
			expect(error).toBeNull();
			expect(output[0]!.map(({ json }) => json)).toEqual([
				{ attachment_no: 4, attachment_keystring: '10339:9453-1', file_name: 'Lieferschein Nº 7.pdf' },
				{ attachment_no: 5, attachment_keystring: '10339:9453-1', file_name: 'note.txt' },
			]);
			const [{ address, headers, body }] = site.requests as [(typeof site.requests)[number]];
			expect(address).toBe('/api/v2/database/DEMO/SysAttachment/attachment_keystring=10339:9453-1');
			const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
			expect(body).toBe(
				`--${boundary}\r\nContent-Disposition: form-data; name=""; filename="Lieferschein Nº 7.pdf"\r\nContent-Type: application/pdf\r\n\r\nscanned\r\n` +
					`--${boundary}\r\nContent-Disposition: form-data; name=""; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\nDelivered at gate 4\r\n--${boundary}--\r\n`,
			);
			expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
		} finally {
			await site.close();
		}
	});

	it('uses the form field name that the site requires, and rejects a name that is invalid in a header', async () => {
		const site = await startRecordingSite();
		const upload = async (partName: string, more = {}) =>
			await stage.engine.run({
				node: 'mediaOperationsUploadAttachment',
				parameters: { authentication: 'basic', record: by('wo_no_seq', '9453-1'), files: 'all', options: { partName, ...more } },
				credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
				input: [{ json: {}, binary: { one: note, two: inMemoryFile('two.txt', 'text/plain', Buffer.from('2')) } }],
			});
		try {
			site.respond = () => ({
				body: {
					message: null,
					tables: ['sys_attachment'],
					sys_attachment: { record_identifiers: ['attachment_no'], records: [{ attachment_no: 1 }, { attachment_no: 2 }] },
				},
			});
			expect((await upload('file[]')).error).toBeNull();
			expect(
				[...site.requests[0]!.body.matchAll(/form-data; name="([^"]*)"; filename="([^"]*)"/g)].map(([, name, file]) => [name, file]),
			).toEqual([
				['file[]', 'note.txt'],
				['file[]', 'two.txt'],
			]);
			expect((await upload('a', { preview: true })).output[0]![0]!.json).toMatchObject({
				body: [{ partName: 'a', fileName: 'note.txt' }, { partName: 'a' }],
			});
			for (const name of ['a"b', 'ä', 'a\nb', 'a\\b'])
				expect((await upload(name)).error?.message).toBe(
					`'Form Field Name' contains characters that a header cannot contain: ${JSON.stringify(name)} [Item 0]`,
				);
			expect(site.requests).toHaveLength(1);
		} finally {
			await site.close();
		}
	});

	it.each(['Žádost o výdej.pdf', '受領書.pdf', "it's 100% (v2)#1.pdf"])('keeps the file name %s', async (fileName) => {
		const order = await cleared();
		rowsOf(
			await stage.act({ record: by('wo_no_seq', order) }, [{ json: {}, binary: { data: inMemoryFile(fileName, PDF, Buffer.from('x')) } }]),
		);
		expect((await listed(`10339:${order}`)).map(({ file_name: name }) => name)).toEqual([fileName]);
	});

	it('derives the document number from the resource, unless a number is entered', async () => {
		const files = [{ json: {}, binary: { data: note } }];
		const media = await stage.newOrder('MoMediaOrder');
		const order = await cleared();
		const keystring = async (parameters: Json) => rowsOf(await stage.act(parameters as never, files))[0]!.attachment_keystring;
		expect(await keystring({ resource: 'job', record: by('job_no', '12') })).toBe('10315:12');
		expect(await keystring({ resource: 'orderTransaction', record: by('trx_no', '3') })).toBe('10346:3');
		expect(await keystring({ resource: 'mediaOrder', documentId: '10340', record: by('wo_no_seq', media) })).toBe(`10340:${media}`);
		expect(await keystring({ resource: 'otherDocument', documentId: '10339', recordId: order })).toBe(`10339:${order}`);
		const { error } = await stage.act({ resource: 'workOrder', record: by('wo_no_seq', order), options: { documentId: '99999' } }, files);
		expect(error?.message).toBe("'99999' in the attachment_keystring is not the number of a document with attachments [Item 0]");
	});

	it('finds the record by external key and by URL', async () => {
		const order = await stage.newOrder('JmWorkOrder', { external_key: 'CRM-9' });
		const files = [{ json: {}, binary: { data: note } }];
		expect(rowsOf(await stage.act({ record: by('external_key', 'CRM-9') }, files))).toMatchObject([
			{ attachment_keystring: `10339:${order}` },
		]);
		expect(rowsOf(await stage.act({ record: by('url', `${stage.sandbox.apiUrl}/JmWorkOrder/wo_no_seq=${order}`) }, files))).toMatchObject([
			{ attachment_keystring: `10339:${order}` },
		]);
	});

	it('sends one request for each item, and links the output rows to their item', async () => {
		const orders = [await cleared(), await cleared()];
		await stage.sandbox.control.clearJournal();
		const { output } = await stage.act(
			{ record: by('wo_no_seq', '={{ $json.order }}'), files: 'all' },
			orders.map((order) => ({ json: { order }, binary: { a: note, b: note } })),
		);
		expect(output[0]!.map(({ json, pairedItem }) => [json.attachment_keystring, pairedItem])).toEqual(
			orders.flatMap((order, item) => [0, 1].map(() => [`10339:${order}`, { item }])),
		);
		expect(await stage.wire('POST')).toHaveLength(2);
	});

	it('sends nothing for invalid input, and names the parameter or the missing binary field', async () => {
		const order = await cleared();
		const message = async (parameters: Json, binary?: Json) => {
			const { error } = await stage.act({ record: by('wo_no_seq', order), ...(parameters as object) }, [
				{ json: {}, binary: { data: note } },
				{ json: {}, binary: (binary ?? {}) as never },
			]);
			return `${error?.message} ${error?.description}`;
		};
		expect(await message({}, { invoice: note, scan: note })).toBe(
			"'Input Binary Fields': The item has no binary field 'data' [Item 1] Its binary fields are 'invoice', 'scan'.",
		);
		expect(await message({ binaryPropertyName: 'data' })).toContain('The item contains no file. Add a node before this one');
		expect(await message({ files: 'all' })).toContain('The item contains no file [Item 1]');
		expect(await message({ binaryPropertyName: '={{ $json.none }}' })).toContain("'Input Binary Fields' is empty");
		expect(await message({ options: { fileNames: { file: [{ binaryField: 'scan', fileName: 'a.pdf' }] } } }, { data: note })).toContain(
			"'File Names' contains the binary field 'scan', which is not one of the fields to upload",
		);
		expect(
			await message(
				{
					options: {
						fileNames: {
							file: [
								{ binaryField: 'data', fileName: 'a.pdf' },
								{ binaryField: 'data', fileName: 'b.pdf' },
							],
						},
					},
				},
				{ data: note },
			),
		).toContain("'File Names' contains the binary field 'data' twice");
		expect(await message({ resource: 'otherDocument', documentId: '10339', recordId: '={{ $json.none }}' }, { data: note })).toContain(
			"'Record Key' is empty [Item 0]",
		);
		expect(await message({ resource: 'mediaOrder', documentId: 'order' }, { data: note })).toContain(
			"'Document Number' must be a number, got 'order'",
		);
		expect(await stage.wire()).toEqual([]);
	});

	it("reports the site's message for an undefined attachment type, and continues if On Error is set to Continue", async () => {
		const order = await cleared();
		const strange = inMemoryFile('tool.exe', 'application/x-msdownload', bytesOf(200_000));
		const items = [
			{ json: {}, binary: { data: strange } },
			{ json: {}, binary: { data: note } },
		];
		expect((await stage.act({ record: by('wo_no_seq', order) }, items)).error).toMatchObject({
			message: "No attachment type is defined for the file 'tool.exe' (extension 'exe') [Item 0]",
			itemIndex: 0,
		});
		const { output } = await stage.act({ record: by('wo_no_seq', order) }, items, { onError: 'continueRegularOutput' });
		expect(output[0]!.map(({ json }) => 'error' in json)).toEqual([true, false]);
		expect((await stage.act({ record: by('wo_no_seq', '999999-1') }, [items[1]!])).error?.httpCode).toBe('404');
	});

	it('lists the attachments of a record, simplified or raw, up to a limit', async () => {
		const order = await cleared();
		rowsOf(
			await stage.act({ record: by('wo_no_seq', order), files: 'all' }, [
				{ json: {}, binary: { a: note, b: inMemoryFile('b.pdf', PDF, Buffer.from('b')) } },
			]),
		);
		const list = async (parameters: Json = {}) =>
			rowsOf(await stage.act({ operation: 'getMany', record: by('wo_no_seq', order), ...(parameters as object) }));
		expect(await list()).toMatchObject([
			{ file_name: 'note.txt', attachment_type_no: expect.any(Number), attachment_type_desc: 'Plain Text' },
			{ file_name: 'b.pdf' },
		]);
		expect(await list({ options: { simplify: false } })).toMatchObject([
			{ attachment_type_no: { attachment_type_desc: 'Plain Text' } },
			{},
		]);
		expect(await list({ limit: 1 })).toHaveLength(1);
		for (const limit of [-1, 1.5])
			expect((await stage.act({ operation: 'getMany', record: by('wo_no_seq', order), limit })).error?.message).toBe(
				`'Limit' must be a whole number of at least 0, got ${limit} [Item 0]`,
			);
		expect(await list({ options: { columns: 'attachment_no, file_size' } })).toEqual([
			{ attachment_no: expect.any(Number), file_size: 19 },
			{ attachment_no: expect.any(Number), file_size: 1 },
		]);
		expect(rowsOf(await stage.act({ operation: 'getMany', record: by('wo_no_seq', await cleared()) }))).toEqual([]);
	});

	it("deletes an attachment that is chosen from its record's list", async () => {
		const order = await cleared();
		const [made] = rowsOf(await stage.act({ record: by('wo_no_seq', order) }, [{ json: {}, binary: { data: note } }]));
		const { results } = await stage.search(
			'searchAttachments',
			{ resource: 'workOrder', operation: 'delete', record: by('list', order) },
			'NOTE',
		);
		expect(results).toEqual([{ name: `note.txt (${String(made!.attachment_no)})`, value: String(made!.attachment_no) }]);
		expect(
			(await stage.search('searchAttachments', { resource: 'workOrder', operation: 'delete', record: by('list', '') })).results,
		).toEqual([]);

		await stage.sandbox.control.clearJournal();
		const attachment = by('list', results[0]!.value);
		expect(
			rowsOf(await stage.act({ operation: 'delete', record: by('wo_no_seq', order), attachment, options: { preview: true } })),
		).toMatchObject([{ preview: true, method: 'DELETE' }]);
		// The attachment number is a JSON number, as Upload and Get Many return it; the list in the editor provides a string.
		expect(rowsOf(await stage.act({ operation: 'delete', record: by('wo_no_seq', order), attachment }))).toEqual([
			{ attachment_no: made!.attachment_no, deleted: true },
		]);
		expect(await calls()).toEqual([
			`DELETE /SysAttachment/attachment_keystring=10339:${order}/sys_attachment/attachment_no=${String(made!.attachment_no)}`,
		]);
		expect(await listed(`10339:${order}`)).toEqual([]);
		expect((await stage.act({ operation: 'delete', record: by('wo_no_seq', order), attachment })).error?.httpCode).toBe('404');
	});

	it('lists no attachments if the record or the document number is an expression', async () => {
		const record = by('list', await cleared());
		for (const parameters of [
			{ resource: 'otherDocument', documentId: '10339', recordId: '={{ $json.order }}' },
			{ resource: 'otherDocument', documentId: '={{ $json.document }}', recordId: '100-1' },
			{ resource: 'otherDocument', documentId: '10339', recordId: '', record },
			{ resource: 'mediaOrder', documentId: '={{ $json.document }}', record },
			{ resource: 'workOrder', record, options: { documentId: '={{ $json.document }}' } },
		])
			expect(await stage.search('searchAttachments', { operation: 'delete', ...parameters })).toEqual({ results: [] });
	});

	it('previews the request with the sizes of its files instead of sending it', async () => {
		const order = await cleared();
		const data = await storedFile('big.pdf', PDF, bytesOf(70_000));
		expect(
			rowsOf(await stage.act({ record: by('wo_no_seq', order), options: { preview: true } }, [{ json: {}, binary: { data } }])),
		).toMatchObject([
			{
				preview: true,
				method: 'POST',
				url: `${stage.sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:${order}`,
				body: [{ fileName: 'big.pdf', contentType: PDF, size: 70_000 }],
			},
		]);
		expect(await stage.wire()).toEqual([]);
	});
});

describe('An option whose expression returns no value', () => {
	it.each(['={{ $json.none }}', '={{ null }}'])('is not replaced by the default (%s)', async (empty) => {
		const order = await cleared();
		const file = { binaryField: 'data', fileName: 'a.txt', contentType: PDF };
		for (const [parameters, message] of [
			[{ options: { documentId: empty } }, "'Document Number' is empty"],
			[{ operation: 'delete', attachment: by('id', '1'), options: { documentId: empty } }, "'Document Number' is empty"],
			[{ operation: 'getMany', options: { documentId: empty } }, "'Document Number' is empty"],
			[{ options: { fileNames: { file: [{ ...file, fileName: empty }] } } }, "'File Name' in 'File Names' is empty"],
			[{ options: { fileNames: { file: [{ ...file, contentType: empty }] } } }, "'MIME Type' in 'File Names' is empty"],
		] as const) {
			const { error } = await stage.act({ record: by('wo_no_seq', order), ...parameters } as never, [{ json: {}, binary: { data: note } }]);
			expect(error?.message).toBe(`${message} [Item 0]`);
		}
		expect(await stage.wire()).toEqual([]);
	});
});

describe('An upload with an expired token', () => {
	it('is sent only once, after the sign-in, if its file is large', async () => {
		const order = await cleared();
		const id = 'jwt-of-the-upload';
		await stage.engine.credentials.put(id, 'mediaOperationsJwtApi', { baseUrl: stage.sandbox.apiUrl, username: 'demo', password: 'demo' });
		const upload = async (data: Awaited<ReturnType<typeof storedFile>>) =>
			await stage.act({ authentication: 'jwt', record: by('wo_no_seq', order) }, [{ json: {}, binary: { data } }], {
				credentials: { mediaOperationsJwtApi: id },
			});
		rowsOf(await upload(note));
		await stage.sandbox.control.call('DELETE', 'tokens');
		await stage.sandbox.control.clearJournal();

		const rows = rowsOf(await upload(await storedFile('master.mov', 'video/quicktime', streamOf(20))));
		// The record is read before a large file is sent, so the site rejects an expired token during that read.
		expect((await stage.wire()).map(({ method, status }) => [method, status])).toEqual([
			['GET', 401],
			['GET', 200],
			['POST', 200],
		]);
		const piece = bytesOf(1024 * 1024);
		expect(digestOf(await contentOf(`10339:${order}`, rows[0]!.attachment_no))).toBe(
			digestOf(Buffer.concat(Array.from({ length: 20 }, () => piece))),
		);
		expect(await listed(`10339:${order}`)).toHaveLength(2);
	});

	it('is sent again in full if the token expires after the record is read', async () => {
		const order = await cleared();
		await stage.sandbox.control.addFaults({
			match: { method: 'POST', path: '/SysAttachment', times: 1 },
			fault: { type: 'status', status: 401 },
		});
		const { error, output } = await stage.act(
			{ authentication: 'jwt', record: by('wo_no_seq', order), files: 'all' },
			[{ json: {}, binary: { film: await storedFile('master.mov', 'video/quicktime', streamOf(5)), note } }],
			{ credentials: { mediaOperationsJwtApi: { baseUrl: stage.sandbox.apiUrl, username: 'demo', password: 'demo' } } },
		);
		expect(error).toBeNull();
		expect((await stage.wire('POST')).map(({ status }) => status)).toEqual([401, 200]);
		const piece = bytesOf(1024 * 1024);
		const [film, words] = output[0]!.map(({ json }) => json);
		expect(digestOf(await contentOf(`10339:${order}`, film!.attachment_no))).toBe(
			digestOf(Buffer.concat(Array.from({ length: 5 }, () => piece))),
		);
		expect(Buffer.from(await contentOf(`10339:${order}`, words!.attachment_no)).toString()).toBe('Delivered at gate 4');
	});

	it('is sent again in full after the sign-in if its file is small', async () => {
		const order = await cleared();
		const id = 'jwt-of-the-small-upload';
		await stage.engine.credentials.put(id, 'mediaOperationsJwtApi', { baseUrl: stage.sandbox.apiUrl, username: 'demo', password: 'demo' });
		const upload = async () =>
			await stage.act({ authentication: 'jwt', record: by('wo_no_seq', order) }, [{ json: {}, binary: { data: note } }], {
				credentials: { mediaOperationsJwtApi: id },
			});
		rowsOf(await upload());
		await stage.sandbox.control.call('DELETE', 'tokens');
		await stage.sandbox.control.clearJournal();
		const [row] = rowsOf(await upload());
		expect((await stage.wire('POST')).map(({ status }) => status)).toEqual([401, 200]);
		expect(Buffer.from(await contentOf(`10339:${order}`, row!.attachment_no)).toString()).toBe('Delivered at gate 4');
	});
});

describe('An upload whose file cannot be read from the storage of n8n', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, () => Promise<Readable>]>([
		[
			'cannot be opened',
			async () => {
				const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:9000'), { code: 'ECONNREFUSED', syscall: 'connect' });
				throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:9000'), { cause });
			},
		],
		[
			'ends with an error',
			async () =>
				Readable.from(
					(async function* () {
						yield bytesOf(600_000);
						throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
					})(),
				),
		],
	])('is sent once, and is reported as possibly successful, if the file %s', async (_what, open) => {
		const order = await cleared();
		const film = await storedFile('master.mov', 'video/quicktime', bytesOf(900_000));
		const opened = jest.spyOn(Container.get(BinaryDataService), 'getAsStream').mockImplementation(open);
		const { error } = await stage.act({ record: by('wo_no_seq', order), files: 'all', options: { maxAttempts: 5 } }, [
			{ json: {}, binary: { note, film } },
		]);
		expect(error?.message).toMatch(
			/^The file 'master\.mov' could not be read: (connect ECONNREFUSED 10\.0\.0\.9:9000|read ECONNRESET) \[Item 0\]$/,
		);
		expect(error?.description).toMatch(/^FILE_UNREADABLE on POST .*The request may have succeeded\. Look at the attachments of the record/);
		expect(opened).toHaveBeenCalledTimes(1);
		expect(await listed(`10339:${order}`)).toEqual([]);
	});
});

describe('A large upload to a missing record', () => {
	it('is rejected before its files are sent', async () => {
		const data = await storedFile('master.mov', 'video/quicktime', streamOf(2));
		const { error } = await stage.act({ record: by('wo_no_seq', '999999-1') }, [{ json: {}, binary: { data } }]);
		expect(error?.httpCode).toBe('404');
		expect(await stage.wire('POST')).toEqual([]);
	});
});

describe('An upload to a site whose release does not support attachments', () => {
	it('is rejected before anything is sent, and the error names the required release', async () => {
		const old = await startStage('mediaOperationsUploadAttachment', '11.0');
		try {
			const { error } = await old.act({ record: by('wo_no_seq', '100-1') }, [{ json: {}, binary: { data: note } }]);
			expect(error?.message).toContain("'SysAttachment' requires release 11.1, but the site is on 11.0 [Item 0]");
			expect(await old.wire()).toEqual([]);
		} finally {
			await old.sandbox.stop();
		}
	});
});
