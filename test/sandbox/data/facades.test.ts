import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, PAYLOAD_FORM, recordOf, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('SysContactFacade', () => {
	it.each(['User', 'Vendor', 'Client'])('creates a contact of the type %s and returns its number in the body', async (type) => {
		const key = await created(call, 'SysContactFacade', 'sys_contact_facade', {
			contact_type: type,
			contact_name: `New ${type}`,
			external_key: `F-${type}`,
		});
		expect(await recordOf(call, 'SysContact', 'sys_contact', `contact_no=${key}`)).toMatchObject({
			contact_type: type,
			contact_name: `New ${type}`,
			external_key: `F-${type}`,
		});
	});

	it('changes contacts with operations and with a full payload, upserts them, and lists them', async () => {
		const key = await created(call, 'SysContactFacade', 'sys_contact_facade', {
			contact_type: 'Vendor',
			contact_name: 'Change',
			external_key: 'F-CHANGE',
		});
		await call('PATCH', `/SysContactFacade/contact_no=${key}`, { body: [{ op: 'replace', path: 'email', value: 'a@example.com' }] });
		await call('PATCH', `/SysContactFacade/contact_no=${key}`, {
			body: { sys_contact_facade: [{ contact_no: key, phone: '1' }] },
			headers: PAYLOAD_FORM,
		});
		const put = await call('PUT', '/SysContactFacade/external_key=F-CHANGE', {
			body: { sys_contact_facade: [{ contact_no: { external_key: 'F-CHANGE' }, external_key: 'F-CHANGE', company: 'C' }] },
			headers: PAYLOAD_FORM,
		});
		expect(put.json).toEqual({ message: null, tables: [] });
		const [listed] = (await call('GET', '/SysContactFacadeList', { query: { Query: { external_key: 'f-change' } } })).json.L;
		expect(listed).toMatchObject({
			contact_no: { contact_no: Number(key), external_key: 'F-CHANGE' },
			email: 'a@example.com',
			phone: '1',
			company: 'C',
		});
	});

	it('rejects an unknown contact type', async () => {
		const response = await call('POST', '/SysContactFacade', {
			body: { sys_contact_facade: [{ contact_type: 'Robot', contact_name: 'R' }] },
		});
		expect(errorOf(response)).toBe("'contact_type' must be one of 'Client', 'Contact', 'User', 'Vendor', got 'Robot'");
	});
});

describe('LibTitleHierarchyFacade', () => {
	const post = async (title: object) => await call('POST', '/LibTitleHierarchyFacade', { body: { lib_title_hierarchy_facade: [title] } });
	const parentOf = async (number: unknown) => (await recordOf(call, 'LibTitle', 'lib_title', `title_no=${String(number)}`)).parent_title_no;

	it('creates a title and its link to a parent in one request', async () => {
		const response = await post({ title_desc: 'Episode', external_key: 'H-1', parent_title_no: { external_key: 'RIGHTS-101' } });
		expect(response.json.tables).toEqual(['lib_title_hierarchy_facade']);
		const { title_no: number } = response.json.lib_title_hierarchy_facade.records[0];
		expect(await parentOf(number)).toMatchObject({ external_key: 'RIGHTS-101' });
		expect(await recordOf(call, 'LibTitleHierarchyFacade', 'lib_title_hierarchy_facade', `title_no=${number as number}`)).toMatchObject({
			title_desc: 'Episode',
			parent_title_no: { external_key: 'RIGHTS-101' },
			parent_external_key: 'RIGHTS-101',
			parent_title_desc: expect.any(String),
		});
	});

	it('finds the parent by its external key, or creates it from its description', async () => {
		const known = await post({ title_desc: 'A', parent_external_key: 'RIGHTS-102' });
		expect(await parentOf(known.json.lib_title_hierarchy_facade.records[0].title_no)).toMatchObject({ external_key: 'RIGHTS-102' });
		const made = await post({ title_desc: 'B', parent_external_key: 'NEW-SERIES', parent_title_desc: 'New Series' });
		expect(made.json.tables).toEqual(['lib_title_hierarchy_facade', 'lib_title']);
		expect(await parentOf(made.json.lib_title_hierarchy_facade.records[0].title_no)).toMatchObject({
			external_key: 'NEW-SERIES',
			title_desc: 'New Series',
		});
		expect(errorOf(await post({ title_desc: 'C', parent_external_key: 'NOWHERE' }))).toContain(
			"'parent_external_key' refers to a title that does not exist",
		);
	});

	it('assigns an existing title to another parent, by POST, PATCH and PUT', async () => {
		const child = await created(call, 'LibTitle', 'lib_title', { title_desc: 'Child', external_key: 'H-CHILD' });
		const response = await post({ title_no: { external_key: 'H-CHILD' }, parent_title_no: 1 });
		expect(response.json.lib_title_hierarchy_facade.records).toEqual([{ title_no: Number(child) }]);
		expect(await parentOf(child)).toMatchObject({ parent_title_no: 1 });
		await call('PATCH', `/LibTitleHierarchyFacade/title_no=${child}`, { body: [{ op: 'replace', path: 'parent_title_no', value: 8 }] });
		expect(await parentOf(child)).toMatchObject({ parent_title_no: 8 });
		const put = await call('PUT', '/LibTitleHierarchyFacade/external_key=H-CHILD', {
			body: {
				lib_title_hierarchy_facade: [{ title_no: { external_key: 'H-CHILD' }, external_key: 'H-CHILD', parent_external_key: 'RIGHTS-103' }],
			},
			headers: PAYLOAD_FORM,
		});
		expect(put.json).toEqual({ message: null, tables: [] });
		expect(await parentOf(child)).toMatchObject({ external_key: 'RIGHTS-103' });
	});

	// Public material (vendor's knowledge base, LibTitleHierarchyFacade): "a PUT on an existing child changes its parent only".
	it.each([
		[
			'PUT',
			{ title_no: { external_key: 'H-KEPT' }, external_key: 'H-KEPT', title_desc: 'Changed', title_type: 'Changed', parent_title_no: 8 },
		],
		['PATCH', { title_desc: 'Changed', title_type: 'Changed', parent_title_no: 8 }],
		['POST', { title_no: { external_key: 'H-KEPT' }, title_desc: 'Changed', title_type: 'Changed', parent_title_no: 8 }],
	])('changes only the parent of an existing title (%s)', async (method, record) => {
		const child = await created(call, 'LibTitle', 'lib_title', { title_desc: 'Kept', title_type: 'Kept', external_key: 'H-KEPT' });
		const path = method === 'POST' ? '' : method === 'PUT' ? '/external_key=H-KEPT' : `/title_no=${child}`;
		const body = { lib_title_hierarchy_facade: [method === 'PATCH' ? { title_no: child, ...record } : record] };
		const response = await call(method, `/LibTitleHierarchyFacade${path}`, { body, headers: method === 'POST' ? {} : PAYLOAD_FORM });
		expect(response.status).toBe(200);
		expect(await recordOf(call, 'LibTitle', 'lib_title', `title_no=${child}`)).toMatchObject({
			title_desc: 'Kept',
			title_type: 'Kept',
			parent_title_no: { parent_title_no: 8 },
		});
		await call('DELETE', `/LibTitle/title_no=${child}`);
	});

	it('rejects operations on fields other than the parent of a title', async () => {
		const response = await call('PATCH', '/LibTitleHierarchyFacade/title_no=2', {
			body: [{ op: 'replace', path: 'title_desc', value: 'Changed' }],
		});
		expect([response.status, errorOf(response)]).toEqual([
			500,
			"LibTitleHierarchyFacade can change only 'parent_title_no' of an existing record, not 'title_desc'",
		]);
	});

	it("explains how to change a parent when an operation names one of the parent's fields", async () => {
		const response = await call('PATCH', '/LibTitleHierarchyFacade/title_no=2', {
			body: [{ op: 'replace', path: 'parent_external_key', value: 'RIGHTS-102' }],
		});
		expect([response.status, errorOf(response)]).toEqual([
			500,
			expect.stringContaining("belongs to the record in 'parent_title_no'; change 'parent_title_no'"),
		]);
	});

	it('rejects a new title without a parent, and a title as its own ancestor', async () => {
		expect(errorOf(await post({ title_desc: 'Alone' }))).toContain("'parent_title_no' or 'parent_external_key' is required");
		const response = await call('PATCH', '/LibTitle/title_no=1', { body: [{ op: 'replace', path: 'parent_title_no', value: 2 }] });
		expect(errorOf(response)).toContain('is itself below title 1');
	});
});
