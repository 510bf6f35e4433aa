import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxesForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, errorOf } from './caller';

const RELEASES = ['10.6', '11.0', '11.2', '26.1'] as const;
type Release = (typeof RELEASES)[number];
const sandboxes = sandboxesForTests(RELEASES);
const on = (release: Release) => callerOf(() => sandboxes[release]);
const newest = on('26.1');

/** Sets a time by PATCH, with an optional time zone in the header. Returns the stored time, or the error message of the response. */
const stored = async (text: string, zone?: string): Promise<string> => {
	const headers: Record<string, string> = zone === undefined ? {} : { 'Source-Time-Zone-Name': zone };
	const response = await newest('PATCH', '/LibMaster/master_no=18', {
		body: [{ op: 'replace', path: 'LM_field_1', value: text }],
		headers,
	});
	return response.status === 204 ? (await recordOf(newest, 'LibMaster', 'lib_master', 'master_no=18')).LM_field_1 : errorOf(response);
};

describe('A date-time', () => {
	it.each([
		['2025-02-20T10:00:00Z', '2025-02-20T10:00:00+00:00'],
		['2025-02-20T10:00:00.000Z', '2025-02-20T10:00:00+00:00'],
		['2025-02-20T10:00:00.120Z', '2025-02-20T10:00:00.120+00:00'],
		['2025-02-16T04:00:00-05:00', '2025-02-16T09:00:00+00:00'],
		['2025-02-16T04:00:00+5:30', '2025-02-15T22:30:00+00:00'],
		['2025-02-16T04:00:00+0530', '2025-02-15T22:30:00+00:00'],
		['2025-02-20T10:00', '2025-02-20T10:00:00+00:00'],
		['2025-02-20 10:00:05', '2025-02-20T10:00:05+00:00'],
		['2025-02-20', '2025-02-20T00:00:00+00:00'],
		['2024-02-29', '2024-02-29T00:00:00+00:00'],
		['0099-01-01', '0099-01-01T00:00:00+00:00'],
	])('%s is stored as %s', async (text, expected) => {
		expect(await stored(text)).toBe(expected);
	});

	it.each([
		'',
		'tomorrow',
		'2025-13-01',
		'2025-02-29',
		'2025-02-20T24:00:00Z',
		'2025-02-20T10:00:00+15:00',
		'20250220',
		'2025-02-20T10:00:00Z; DROP TABLE x',
		'0000-01-01',
		'0001-01-01T00:00:00+05:00',
		'9999-12-31T23:00:00-05:00',
	])('%j is rejected', async (text) => {
		expect(await stored(text)).toContain("'LM_field_1' must ");
	});

	it.each([
		['2025-01-15T10:00:00', 'Pacific Standard Time', '2025-01-15T18:00:00+00:00'],
		['2025-07-15T10:00:00', 'Pacific Standard Time', '2025-07-15T17:00:00+00:00'],
		['2025-07-15T10:00:00+09:00', 'Pacific Standard Time', '2025-07-15T17:00:00+00:00'],
		['2025-07-15T10:00:00.5Z', 'w. europe standard time', '2025-07-15T08:00:00.500+00:00'],
		['2025-07-15', 'India Standard Time', '2025-07-14T18:30:00+00:00'],
		['2025-03-30T01:59:59', 'W. Europe Standard Time', '2025-03-30T00:59:59+00:00'],
		['2025-03-30T03:00:00', 'W. Europe Standard Time', '2025-03-30T01:00:00+00:00'],
		['2025-10-26T02:30:00', 'W. Europe Standard Time', '2025-10-26T01:30:00+00:00'],
		['2025-01-15T10:00:00', 'UTC', '2025-01-15T10:00:00+00:00'],
		['2025-01-15T10:00:00', 'Line Islands Standard Time', '2025-01-14T20:00:00+00:00'],
	])('%s with the time zone %s in the header is stored as %s, regardless of its offset', async (text, zone, expected) => {
		expect(await stored(text, zone)).toBe(expected);
	});

	it('is rejected if a clock change in its time zone skips it, or if its time zone is unknown', async () => {
		expect(await stored('2025-03-30T02:30:00', 'W. Europe Standard Time')).toContain('is skipped');
		expect(await stored('2025-03-30T02:30:00', 'Europe/Berlin')).toContain('must be the Windows name of a time zone');
	});

	it('in any supported Windows time zone is interpreted as local time', async () => {
		const list = readFileSync(path.resolve(__dirname, '../../../sandbox/documents/windowsZones.ts'), 'utf8').split('`')[1] ?? '';
		const zones = list
			.trim()
			.split(/[|\n]/)
			.map((pair) => pair.split('=') as [windows: string, iana: string]);
		expect(zones.length).toBeGreaterThan(130);
		for (const [windows, iana] of zones) {
			const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: iana, dateStyle: 'short', timeStyle: 'medium' });
			expect([windows, shown.format(Date.parse(await stored('2025-01-15T10:00:00', windows)))]).toEqual([windows, '2025-01-15 10:00:00']);
		}
	});

	it.each<[Release, string]>([
		['11.2', '2024-12-05T04:00:00+00:00'],
		['26.1', '2024-12-05T12:00:00+00:00'],
	])('with an offset of eight hours in a POST on %s is stored as %s', async (release, expected) => {
		const call = on(release);
		const key = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ wo_begin_dt: '2024-12-05T04:00:00-08:00', wo_end_dt: '2024-12-06T00:00:00Z' }),
		);
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${key}`)).wo_begin_dt).toBe(expected);
		await call('PATCH', `/JmWorkOrder/wo_no_seq=${key}`, {
			body: [{ op: 'replace', path: 'wo_begin_dt', value: '2024-12-05T04:00:00-08:00' }],
		});
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${key}`)).wo_begin_dt).toBe('2024-12-05T12:00:00+00:00');
	});

	it('is returned in UTC with Z on 10.6, and with an offset on 11.0', async () => {
		const begin = async (release: Release): Promise<string> =>
			(await recordOf(on(release), 'JmWorkOrder', 'jm_work_order', 'wo_no_seq=100-1')).wo_begin_dt;
		expect(await begin('10.6')).toMatch(/T\d\d:\d\d:00Z$/);
		expect(await begin('11.0')).toMatch(/T\d\d:\d\d:00\+00:00$/);
	});

	it.each<[Release, string | null]>([
		['10.6', '0001-01-01T00:00:00'],
		['11.0', null],
	])('is returned on %s as %s after it is set to null, and as null after it is removed', async (release, expected) => {
		const call = on(release);
		const date = async (body: unknown, headers = {}): Promise<unknown> => {
			await call('PATCH', '/LibMaster/master_no=5', { body, headers });
			return (await recordOf(call, 'LibMaster', 'lib_master', 'master_no=5')).LM_field_1;
		};
		expect(await date([{ op: 'replace', path: 'LM_field_1', value: null }])).toBe(expected);
		expect(await date([{ op: 'remove', path: 'LM_field_1' }])).toBeNull();
		expect(await date({ lib_master: [{ master_no: 5, LM_field_1: null }] }, PAYLOAD_FORM)).toBe(expected);
	});
});
