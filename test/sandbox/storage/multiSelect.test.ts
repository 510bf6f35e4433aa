import { sandboxesForTests } from '../../support/sandboxForTests';
import { callerOf, created, recordOf, errorOf } from '../data/caller';

const sandboxes = sandboxesForTests(['11.3', '11.4']);
const on = (release: '11.3' | '11.4') => callerOf(() => sandboxes[release]);
const PAYLOAD = { 'Content-Type': 'application/json-patch+json' };

/** Public material: from 11.4 (draft), multi-select drop-downs always return a complex object. */
describe('A multi-select drop-down', () => {
	const asObject = (text: string): unknown => ({
		option_no: expect.any(Number),
		option_text: text,
		external_key: text === 'HD' ? 'LM_field_2-1' : null,
		LM_field_2: text,
	});
	const texts = ['UHD', 'HD'];

	it.each([
		['11.3' as const, 'strings', texts],
		['11.4' as const, 'objects', texts.map(asObject)],
	])('on %s is an array of %s in a record and in a list', async (release, _what, shown) => {
		const call = on(release);
		const master = await created(call, 'LibMaster', 'lib_master', { master_desc: 'Multi', asset_type_no: 1, LM_field_2: texts });
		expect((await recordOf(call, 'LibMaster', 'lib_master', `master_no=${master}`)).LM_field_2).toEqual(shown);
		expect((await call('GET', '/LibMasterList', { query: { Query: { master_no: master } } })).json.L[0].LM_field_2).toEqual(shown);
	});

	it.each<[string, unknown, string[] | null]>([
		['objects with the text in LM_field_2', [{ LM_field_2: 'HD' }, { LM_field_2: 'UHD', option_no: 1 }], ['HD', 'UHD']],
		['objects with the text in option_text', [{ option_text: 'Audio Only' }], ['Audio Only']],
		['one string', 'HD', ['HD']],
		['the same option twice', ['HD', 'HD'], ['HD']],
		['an empty array', [], null],
		['null', null, null],
	])('accepts %s as its new value', async (_what, given, stored) => {
		const call = on('11.3');
		const master = await created(call, 'LibMaster', 'lib_master', {
			master_desc: 'Multi',
			asset_type_no: 1,
			LM_field_2: ['Cinema Package'],
		});
		const address = `/LibMaster/master_no=${master}`;
		expect(
			(await call('PATCH', address, { body: { lib_master: [{ master_no: { master_no: master }, LM_field_2: given }] }, headers: PAYLOAD }))
				.status,
		).toBe(200);
		expect((await recordOf(call, 'LibMaster', 'lib_master', `master_no=${master}`)).LM_field_2).toEqual(stored);
		expect((await call('PATCH', address, { body: [{ op: 'replace', path: 'LM_field_2', value: ['Audio Only'] }] })).status).toBe(204);
		expect((await recordOf(call, 'LibMaster', 'lib_master', `master_no=${master}`)).LM_field_2).toEqual(['Audio Only']);
	});

	it('rejects unknown options and nested arrays', async () => {
		const refused = async (value: unknown): Promise<unknown> =>
			errorOf(await on('11.4')('PATCH', '/LibMaster/master_no=18', { body: [{ op: 'replace', path: 'LM_field_2', value }] }));
		expect(await refused(['HD', 'Betamax'])).toBe("'LM_field_2' must be an option of its drop-down, got 'Betamax'");
		expect(await refused([['HD']])).toContain("'LM_field_2' must be an array of strings or objects");
	});

	it('cannot be used in a query', async () => {
		const response = await on('11.4')('GET', '/LibMasterList', { query: { Query: { LM_field_2: 'HD' } } });
		expect([response.status, errorOf(response)]).toEqual([400, "'LM_field_2' is a multi-select field and cannot be queried"]);
	});

	it("shows an option's changed external key on 11.4", async () => {
		const call = on('11.4');
		const option = await created(call, 'SysDropDown', 'sys_drop_down', { drop_down_name: 'LM_field_2', drop_down_desc: 'Tape' });
		const master = await created(call, 'LibMaster', 'lib_master', { master_desc: 'Multi', asset_type_no: 1, LM_field_2: ['HD', 'Tape'] });
		await call('PATCH', `/SysDropDown/drop_down_no=${option}`, { body: [{ op: 'replace', path: 'external_key', value: 'T' }] });
		expect((await recordOf(call, 'LibMaster', 'lib_master', `master_no=${master}`)).LM_field_2).toEqual([
			asObject('HD'),
			{ option_no: Number(option), option_text: 'Tape', external_key: 'T', LM_field_2: 'Tape' },
		]);
	});
});
