import { parse } from 'yaml';

import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, type Asked, type HttpResponse, errorOf } from './caller';

const SHOWN = { resultColumns: { lib_master: ['master_no', 'external_key'] } };
const WITH_BOTH = { master_no: { master_no: 18, barcode: '2000XYT', external_key: null, umid: null }, external_key: null };

describe('A site with a header that omits nulls and a header that omits alternate keys', () => {
	const sandbox = sandboxForTests({
		args: ['--names', '{"omitNulls":"header:X-Null-Handling","omitAlternateKeys":"header:X-Alternate-Keys=none"}'],
	});
	const call = callerOf(() => sandbox);
	const asset = async (headers: Asked['headers'] = {}, query: Asked['query'] = {}): Promise<HttpResponse> =>
		await call('GET', '/LibMaster/master_no=18', { headers, query: { ...SHOWN, ...query } });
	const shown = async (headers?: Asked['headers'], query?: Asked['query']): Promise<unknown> =>
		(await asset(headers, query)).json.lib_master[0];

	it('omits nulls and alternate keys if the headers are sent, regardless of the case of names and values', async () => {
		expect(await shown()).toEqual(WITH_BOTH);
		expect(await shown({ 'x-null-handling': 'IGNORE' })).toEqual({ master_no: { master_no: 18, barcode: '2000XYT' } });
		expect(await shown({ 'X-Alternate-Keys': 'None' })).toEqual({ master_no: { master_no: 18 }, external_key: null });
		expect(await shown({ 'X-Null-Handling': 'include' })).toEqual(WITH_BOTH);
	});

	it('ignores the default query parameters, as it ignores unknown ones', async () => {
		expect(await shown({}, { nullvaluehandling: 'ignore', alternatekeyhandling: 'ignore' })).toEqual(WITH_BOTH);
	});

	it('omits nulls in lists, sub-tables and lists of attachments too', async () => {
		const file = new FormData();
		file.set('file', new Blob(['x']), 'Notes.txt');
		await fetch(`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1`, {
			method: 'POST',
			headers: { Authorization: `Basic ${btoa('demo:demo')}` },
			body: file,
		});
		for (const path of [
			'/LibMasterList?Query=%7B%22master_no%22%3A18%7D',
			'/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row',
			'/SysAttachment/attachment_keystring=10339:100-1/sys_attachment',
		]) {
			const [all, some] = [await call('GET', path), await call('GET', path, { headers: { 'X-Null-Handling': 'ignore' } })];
			expect([all.status, some.status]).toEqual([200, 200]);
			expect(all.text).toContain(':null');
			expect(some.text).not.toContain(':null');
		}
	});

	it.each([
		[{ 'X-Null-Handling': 'omit' }, "The 'X-Null-Handling' header must be 'ignore' or 'include', got 'omit'"],
		[{ 'X-Alternate-Keys': 'ignore' }, "The 'X-Alternate-Keys' header must be 'none', got 'ignore'"],
	])('rejects an invalid header value: %j', async (headers, words) => {
		const response = await asset(headers);
		expect([response.status, errorOf(response)]).toEqual([400, words]);
	});

	it('describes the headers in its definitions, and not the default query parameters', async () => {
		const response = await fetch(`${sandbox.url}/API/v2/database/DEMO/spec/LibMasterList`, {
			headers: { Authorization: `Basic ${btoa('demo:demo')}` },
		});
		const { paths } = parse(await response.text()) as {
			paths: Record<string, { get: { parameters: { name: string; in: string; schema?: unknown }[] } }>;
		};
		const { parameters } = paths['/LibMasterList']!.get;
		expect(parameters).toContainEqual(
			expect.objectContaining({ name: 'X-Null-Handling', in: 'header', schema: { type: 'string', enum: ['ignore', 'include'] } }),
		);
		expect(parameters).toContainEqual(
			expect.objectContaining({ name: 'X-Alternate-Keys', in: 'header', schema: { type: 'string', enum: ['none'] } }),
		);
		expect(parameters.filter(({ name }) => /handling$/.test(name) && !name.startsWith('X-'))).toEqual([]);
	});
});

describe('A site that renames a parameter', () => {
	const sandbox = sandboxForTests({ args: ['--names', '{"omitNulls":"nulls"}'] });
	const call = callerOf(() => sandbox);

	it('accepts the new name, and the default names of the other parameters', async () => {
		const response = await call('GET', '/LibMaster/master_no=18', { query: { ...SHOWN, NULLS: 'ignore', alternatekeyhandling: 'ignore' } });
		expect(response.json.lib_master).toEqual([{ master_no: { master_no: 18 } }]);
		const refused = await call('GET', '/LibMaster/master_no=18', { query: { nulls: 'omit' } });
		expect([refused.status, errorOf(refused)]).toEqual([400, "The 'nulls' parameter must be 'ignore' or 'include', got 'omit'"]);
	});
});
