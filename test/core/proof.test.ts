/** Every response to every kind of change, with the outcome that docs/reliability.md states. */
import { CHANGES, type ChangeName } from '../../core/catalog';
import type { SiteResponse } from '../../core/model/port';
import type { Site } from '../../core/model/site';
import { anyDocument, type DocumentRef } from '../../core/operations';
import { DecodeError } from '../../core/wire/decode';
import { provenChange, type SentChange } from '../../core/wire/proof';
import { SITE, known } from './site';
import { thrownAs } from './thrown';

const respond = (status: number, body: unknown = '', headers: Record<string, string> = {}): SiteResponse => ({
	kind: 'response',
	status,
	headers,
	body,
});
const envelope = (tables: Record<string, Record<string, unknown>[]>, message: unknown = null) => ({
	message,
	tables: Object.keys(tables),
	...Object.fromEntries(
		Object.entries(tables).map(([name, records]) => [name, { record_identifiers: Object.keys(records[0] ?? {}), records }]),
	),
});

const NAMES = Object.keys(CHANGES) as ChangeName[];
const DOCUMENTS: Readonly<Partial<Record<ChangeName, string>>> = { actualize: 'JmActual', upload: 'SysAttachment' };
const documentOf = (change: ChangeName): DocumentRef => known(DOCUMENTS[change] ?? 'JmJob');
const KEYED: readonly ChangeName[] = ['create', 'createSeveral', 'upsert', 'actualize', 'upload'];
const countOf = (change: ChangeName): number => (change === 'createSeveral' || change === 'upload' ? 3 : 1);
const sentBy = (change: ChangeName): SentChange => ({
	change,
	document: documentOf(change),
	...(KEYED.includes(change) ? { sent: Array.from({ length: countOf(change) }, () => ({})) } : {}),
});
const verdict = (given: SiteResponse, change: ChangeName, site: Site = SITE): 'done' | 'unproven' => {
	try {
		provenChange(given, sentBy(change), site);
		return 'done';
	} catch (thrown) {
		if (thrown instanceof DecodeError) return 'unproven';
		throw thrown;
	}
};
const proving = (given: (change: ChangeName) => SiteResponse, site?: Site): ChangeName[] =>
	NAMES.filter((change) => verdict(given(change), change, site) === 'done');
/** The envelope with `count` records of the change's own document. */
const keys = (change: ChangeName, count = countOf(change)) => {
	const { key, name } = documentOf(change).table;
	return envelope({ [name!]: Array.from({ length: count }, (_, index) => ({ [key!]: index + 1 })) });
};

describe('A successful change', () => {
	const CHANGED: ChangeName[] = ['updateOperations', 'updatePayload', 'updateMany', 'upsert', 'delete', 'action'];
	const WITH_204: ChangeName[] = NAMES.filter((name) => name !== 'actualize' && name !== 'upload');

	test.each<[string, (change: ChangeName) => SiteResponse, ChangeName[]]>([
		['200 with one key for each record sent', (change) => respond(200, keys(change)), NAMES],
		['201 with one key for each record sent', (change) => respond(201, keys(change)), NAMES],
		['200 with a message in addition to the keys', (change) => respond(200, { ...keys(change), message: 'Saved with a warning' }), NAMES],
		['200 with an empty error in addition to the keys', (change) => respond(200, { ...keys(change), error: null }), NAMES],
		[
			'200 with the envelope of an update, except for creates, actuals and uploads',
			() => respond(200, { message: null, tables: [] }),
			CHANGED,
		],
		['204, except for actuals and uploads', () => respond(204), WITH_204],
		[
			'201 with a record URL, for one create or upsert',
			(change) => respond(201, '', { location: `/x/${documentOf(change).name}/job_no=12` }),
			['create', 'upsert'],
		],
	])('is confirmed by status %s', (_name, given, changes) => {
		expect(proving(given)).toEqual(changes);
	});

	test('is confirmed by a record URL in any 2xx response only on releases before 11.1', () => {
		const located = (change: ChangeName): SiteResponse =>
			respond(200, '', { location: `http://site.test/api/v2/database/DEMO/${documentOf(change).name}/external_key=a%2Fb%20c?x=1` });
		expect(proving(located, { release: '11.0' })).toEqual(['create', 'upsert']);
		expect(proving(located, { release: '11.1' })).toEqual([]);
	});

	test("is confirmed by keys in a different table only if the specification does not name the document's table", () => {
		const done = (document: DocumentRef, tables: Record<string, Record<string, unknown>[]>, sent: Record<string, unknown>[] = [{}]) =>
			provenChange(respond(200, envelope(tables)), { change: 'create', document, sent }, SITE).records;
		expect(done(known('SysContactFacade'), { sys_contact: [{ contact_no: 9 }] })).toEqual([{ contact_no: 9 }]);
		expect(done(known('SysContactFacade'), { sys_contact: [{ contact_no: 9 }, { contact_no: 10 }] })).toHaveLength(2);
		expect(done(known('MoMediaOrder'), { mo_media_order: [{ wo_no_seq: '9-1' }] })).toEqual([{ wo_no_seq: '9-1' }]);
		expect(done(anyDocument({ name: 'ArInvoice', table: 'ar_invoice' }), { AR_INVOICE: [{ invoice_no: 9 }] })).toEqual([{ invoice_no: 9 }]);
		for (const [document, tables] of [
			[known('JmJob'), { lib_master: [{ master_no: 1 }] }],
			[known('MoMediaOrder'), { lib_master: [{ master_no: 1 }] }],
			[known('MoMediaOrder'), { mo_operation: [{ operation_no: 5 }] }],
			[known('JmJob'), { jm_episode: [{ episode_no: 1 }] }],
			[anyDocument({ name: 'X', table: 'x' }), { x_row: [{ row_no: 1 }] }],
		] as const)
			expect(() => done(document, tables as never)).toThrow(DecodeError);
		expect(() => done(known('MoMediaOrder'), { mo_note: [{ note_no: 7 }] }, [{ mo_note: [{ note: 'x' }] }])).toThrow(DecodeError);
	});

	test('is not confirmed by a response that contains more keys than the request contained records, unless a save argument adds records', () => {
		const sent = { change: 'create', document: known('JmWorkOrder'), sent: [{}] } as const;
		const two = respond(200, envelope({ jm_work_order: [{ wo_no_seq: '1-1' }, { wo_no_seq: '1-2' }] }));
		expect(provenChange(two, { ...sent, addsRecords: true }, SITE).records).toHaveLength(2);
		expect(() => provenChange(two, sent, SITE)).toThrow(DecodeError);
	});

	test('returns the keys of sub-table rows, except the invalid ones of older releases', () => {
		const sent = { change: 'create', document: known('JmJob'), sent: [{}] } as const;
		const rows = (episodes: Record<string, unknown>[]) =>
			Object.fromEntries(provenChange(respond(200, envelope({ jm_job: [{ job_no: 5 }], jm_episode: episodes })), sent, SITE).subTables);
		expect(rows([{ episode_no: 1 }, { episode_no: 2 }])).toEqual({ jm_episode: [{ episode_no: 1 }, { episode_no: 2 }] });
		expect(rows([{ episode_no: -1 }])).toEqual({});
	});

	test('returns the message of the envelope', () => {
		const message = (text: unknown) => provenChange(respond(200, { message: text, tables: [] }), sentBy('action'), SITE).message;
		expect([message('Saved. Check the rate card.'), message(null), message(' ')]).toEqual([
			'Saved. Check the rate card.',
			undefined,
			undefined,
		]);
	});
});

const FOREIGN: readonly (readonly [string, unknown])[] = [
	['a sign-in message', { message: 'Please sign in' }],
	['an empty error', { error: '' }],
	['an error that is an array', { error: ['No'] }],
	['an error flag', { error: true }],
	['an error number', { error: 42 }],
	['an array of error objects', { errors: [{ message: 'No' }] }],
	["a property named 'Error' instead of 'error'", { Error: 'No' }],
	['success: false', { success: false }],
	['a fault', { error: { faultstring: 'No' } }],
	['null', null],
	['an empty object', {}],
	['an empty array', []],
	['the status of a queue', { queued: true }],
	['a number', 7],
	['true', true],
	['text', 'OK'],
	['a page', '<html></html>'],
	['a record', { jm_job: [{ job_no: 1 }] }],
	['tables that are not an array', { message: null, tables: 'jm_job' }],
	['tables that are not names', { message: null, tables: [1] }],
	['a message that is not text', { message: { a: 1 }, tables: [] }],
	['an envelope that also contains an error', { message: null, tables: [], error: 'No' }],
];

describe('A change is not confirmed', () => {
	test.each(FOREIGN)('by a 200 response with %s', (_name, body) => {
		expect(proving(() => respond(200, body))).toEqual([]);
	});

	test.each([200, 201, 202, 203, 205, 206, 207, 208, 226, 299])('by a %d response without a body', (status) => {
		expect(proving(() => respond(status))).toEqual([]);
	});

	test.each([202, 205, 206, 207, 208, 226, 299])('by an envelope with status %d', (status) => {
		expect(proving((change) => respond(status, keys(change)))).toEqual([]);
	});

	test('by a response that contains both keys and an error', () => {
		expect(proving((change) => respond(200, { ...keys(change), error: 'Deadlock' }))).toEqual([]);
		expect(
			thrownAs(DecodeError, () => provenChange(respond(200, { ...keys('create'), error: 'Deadlock' }), sentBy('create'), SITE)).parts
				.isContradictory,
		).toBe(true);
	});

	test.each<[string, Record<string, unknown>[]]>([
		['fewer keys than records', [{ job_no: 1 }, { job_no: 2 }]],
		['more keys than records', [1, 2, 3, 4].map((job_no) => ({ job_no }))],
		['no keys', []],
		['empty keys', [{}, {}, {}]],
		['keys without a value', [{ job_no: null }, { job_no: '' }, { job_no: null }]],
		['only the temporary keys that were sent', [{ job_no: -1 }, { job_no: '-2' }, { job_no: '+1' }]],
	])('if three records were sent and the response contains %s', (_name, records) => {
		expect(verdict(respond(200, envelope({ jm_job: records })), 'createSeveral')).toBe('unproven');
	});

	test.each(['/JmJob', '/JmJob/job_no=', '/JmJob/job_no=%E0%A4%A', '', '/LibMaster/job_no=5', '/login?ReturnUrl=JmJob/job_no=5'])(
		'by a 201 response with the Location header %j',
		(location) => {
			expect(verdict(respond(201, '', { location }), 'create')).toBe('unproven');
		},
	);
});

describe("A response that 'Additional Success Responses' accepts", () => {
	const site = (...successResponses: NonNullable<Site['successResponses']>): Site => ({ ...SITE, successResponses });

	test.each([
		['200', respond(200)],
		['201', respond(201)],
		['200 with null', respond(200, null)],
	])('confirms every change if it has no body (status %s)', (_name, given) => {
		expect(proving(() => given, site('empty'))).toEqual(NAMES);
		expect(proving(() => given, site('accepted', 'object'))).toEqual([]);
	});

	test('confirms every change with status 202, unless it contains an error', () => {
		expect(proving(() => respond(202, { queued: true }), site('accepted'))).toEqual(NAMES);
		expect(proving(() => respond(202), site('accepted'))).toEqual(NAMES);
		for (const body of [{ error: 'No' }, '<html></html>', { success: false }])
			expect(proving(() => respond(202, body), site('accepted'))).toEqual([]);
	});

	test('confirms every change with any JSON object, unless it contains an error', () => {
		expect(proving(() => respond(200, { ok: true, id: 5 }), site('object'))).toEqual(NAMES);
		for (const body of [{ errors: ['No'] }, { error: 'x' }, [], 'OK', null])
			expect(proving(() => respond(200, body), site('object'))).toEqual([]);
	});
});
