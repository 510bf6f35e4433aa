import type { Release } from '../../core/catalog';
import { anyDocument, create, update, upsert, type Site, type UpdateInput, type UpsertInput } from '../../core/operations';
import { SITE, known } from './site';
import { errorOf } from './thrown';

const job = known('JmJob');
const order = known('JmWorkOrder');
const on = (release: Release, more: Partial<Site> = {}): Site => ({ release, ...more });
const recordIn = (body: unknown, table: string): Record<string, unknown> => JSON.parse(body as string)[table][0];
const composedUpdate = (input: Omit<UpdateInput, 'document'>, site = SITE) => update.compose({ document: job, ...input }, site)[0]!;
const composedUpsert = (input: Omit<UpsertInput, 'document'>, site = SITE) => upsert.compose({ document: job, ...input }, site)[0]!;

describe('The body of a create', () => {
	test('keeps the order of the fields, puts the key first, and omits undefined values', () => {
		const [request] = create.compose({ document: job, records: [{ z: 1, a: null, job_no: -1, gone: undefined, m: '' }] }, SITE);
		expect(request!.body).toBe('{"jm_job":[{"job_no":-1,"z":1,"a":null,"m":""}]}');
	});

	test('contains date objects from any library as strings, including in sub-tables, and flags as Y and N', () => {
		const ofLibrary = { toJSON: () => '1970-01-02T00:00:00.000Z' };
		const records = [
			{
				wo_begin_dt: new Date(0),
				wo_end_dt: ofLibrary,
				mo_source: [{ date_received: '2024-01-01T00:00', source_desc: '2024-01-01T00:00' }],
			},
		];
		expect(create.compose({ document: order, records }, on('26.1', { zone: 'Europe/Berlin' }))[0]!.body).toBe(
			'{"jm_work_order":[{"wo_begin_dt":"1970-01-01T00:00:00.000Z","wo_end_dt":"1970-01-02T00:00:00.000Z","mo_source":[{"date_received":"2023-12-31T23:00:00Z","source_desc":"2024-01-01T00:00"}]}]}',
		);
		expect(create.compose({ document: job, records: [{ active: false }, { active: true }] }, SITE)[0]!.body).toBe(
			'{"jm_job":[{"active":"N"},{"active":"Y"}]}',
		);
	});

	test.each<[Release, string]>([
		['11.2', '2024-12-05T12:00:00Z'],
		['11.3', '2024-12-05T04:00:00-08:00'],
	])('on release %s contains %s for a date-time with an offset', (release, sent) => {
		const [request] = create.compose({ document: order, records: [{ wo_begin_dt: '2024-12-05T04:00:00-08:00' }] }, on(release));
		expect(recordIn(request!.body, 'jm_work_order')).toEqual({ wo_begin_dt: sent });
	});

	test.each<[Release, object]>([
		['10.6', { po: null }],
		['11.0', { wo_begin_dt: null, po: null }],
	])('on release %s contains %j for an empty date and an empty text field', (release, sent) => {
		const [request] = create.compose({ document: order, records: [{ wo_begin_dt: null, po: null }] }, on(release));
		expect(recordIn(request!.body, 'jm_work_order')).toEqual(sent);
	});

	test('contains temporary order keys with a plus sign', () => {
		const [request] = create.compose({ document: order, records: [{ wo_desc: 'a' }, { wo_desc: 'b' }], temporaryKeys: true }, SITE);
		expect(request!.body).toBe(
			'{"jm_work_order":[{"wo_no_seq":{"wo_no_seq":"+1"},"wo_desc":"a"},{"wo_no_seq":{"wo_no_seq":"+2"},"wo_desc":"b"}]}',
		);
	});

	test.each<[string, Record<string, unknown>]>([
		['no key', {}],
		['an undefined key', { job_no: undefined }],
		['an empty key', { job_no: null }],
	])('contains a temporary key for a record with %s', (_name, key) => {
		const [request] = create.compose({ document: job, records: [{ job_desc: 'a', ...key }], temporaryKeys: true }, SITE);
		expect(request!.body).toBe('{"jm_job":[{"job_no":{"job_no":-1},"job_desc":"a"}]}');
	});

	test('keeps field names that are also property names of JavaScript objects', () => {
		const record = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": "x"}') as Record<string, unknown>;
		expect(create.compose({ document: job, records: [record] }, SITE)[0]!.body).toBe(
			'{"jm_job":[{"__proto__":1,"constructor":2,"toString":"x"}]}',
		);
	});

	test.each<[string, () => unknown, string]>([
		['an empty list of records', () => create.compose({ document: job, records: [] }, SITE), 'No record to create'],
		[
			'an invalid record',
			() => create.compose({ document: job, records: [[] as unknown as Record<string, unknown>] }, SITE),
			'Record 1 must be an object',
		],
		[
			'an unknown table',
			() => create.compose({ document: anyDocument({ name: 'ArInvoice' }), records: [{ a: 1 }] }, SITE),
			"The table of 'ArInvoice' is not known",
		],
		[
			'a document without the create operation',
			() => create.compose({ document: known('JmWoTransaction'), records: [{ a: 1 }] }, SITE),
			"'JmWoTransaction' does not support creating",
		],
		[
			'a document that the site does not have',
			() => create.compose({ document: known('LibTitleHierarchyFacade'), records: [{ a: 1 }] }, on('11.0')),
			"'LibTitleHierarchyFacade' requires release 11.1, but the site is on 11.0",
		],
	])('is not composed for %s', (_name, compose, message) => {
		expect(errorOf(compose).message).toBe(message);
	});
});

describe('A value that JSON would turn into null', () => {
	const noDate = new Date('no date');
	test.each<[string, Record<string, unknown>, string, string]>([
		['NaN', { job_type_no: Number('x') }, 'job_type_no', "'job_type_no' must be a number, got NaN"],
		['Infinity', { amount: 1 / 0 }, 'amount', "'amount' must be a number, got Infinity"],
		['an invalid date in a date field', { date_added: noDate }, 'date_added', "'date_added' contains an invalid date"],
		['an invalid date in another field', { job_desc: noDate }, 'job_desc', "'job_desc' contains an invalid date"],
		['an invalid number in a key object', { cust_id: { cust_id: Number.NaN } }, 'cust_id', "'cust_id' must be a number, got NaN"],
	])('is rejected, because it would clear a field: %s', (_name, fields, field, message) => {
		const composed: (() => unknown)[] = [
			() => create.compose({ document: job, records: [fields] }, SITE),
			() => create.compose({ document: job, records: [{ jm_episode: [fields] }] }, SITE),
			() => composedUpdate({ record: { value: 5 }, fields }),
			() => composedUpdate({ record: { value: 5 }, fields, format: 'payload' }),
			() => composedUpsert({ record: { value: 5 }, fields }),
		];
		for (const compose of composed) expect(errorOf(compose)).toMatchObject({ field, message });
	});
});

describe('An update', () => {
	test.each<[string, Record<string, unknown>, string, string]>([
		[
			'plain values',
			{ job_desc: 'x', cust_id: null },
			'application/json',
			'[{"op":"replace","path":"job_desc","value":"x"},{"op":"replace","path":"cust_id","value":null}]',
		],
		['a look-up by its key', { cust_id: { cust_id: '9' } }, 'application/json', '[{"op":"replace","path":"cust_id","value":"9"}]'],
		[
			'a date object',
			{ date_added: new Date(0) },
			'application/json',
			'[{"op":"replace","path":"date_added","value":"1970-01-01T00:00:00.000Z"}]',
		],
		[
			'a look-up by an alternate key',
			{ cust_id: { external_key: 'C' } },
			'application/json-patch+json',
			'{"jm_job":[{"job_no":{"job_no":5},"cust_id":{"external_key":"C"}}]}',
		],
		[
			'rows of a sub-table',
			{ jm_episode: [{ title_no: 1 }] },
			'application/json-patch+json',
			'{"jm_job":[{"job_no":{"job_no":5},"jm_episode":[{"title_no":1}]}]}',
		],
	])('has the format that its values require: %s', (_name, fields, contentType, body) => {
		expect(composedUpdate({ record: { value: 5 }, fields })).toMatchObject({ headers: { 'Content-Type': contentType }, body });
	});

	test('is sent in the requested format, or rejected if that format does not support the values or the target row', () => {
		expect(composedUpdate({ record: { value: 5 }, fields: { job_desc: 'x' }, format: 'payload' }).body).toBe(
			'{"jm_job":[{"job_no":{"job_no":5},"job_desc":"x"}]}',
		);
		expect(errorOf(() => composedUpdate({ record: { value: 5 }, fields: { jm_episode: [] }, format: 'operations' }))).toMatchObject({
			field: 'jm_episode',
		});
		expect(
			errorOf(() =>
				composedUpdate({
					record: { value: 5 },
					subTables: [{ table: 'jm_episode', key: 'episode_no', value: 1 }],
					fields: { a: 1 },
					format: 'payload',
				}),
			),
		).toMatchObject({ field: 'format' });
		expect(errorOf(() => composedUpdate({ record: { value: 5 }, subTables: [{ table: 'jm_episode' }], fields: { a: 1 } })).message).toBe(
			"The row of 'jm_episode' is not specified",
		);
		expect(errorOf(() => composedUpdate({ record: { value: 5 }, fields: {} }))).toMatchObject({
			field: 'fields',
			message: 'No fields to change',
		});
	});

	test.each<[Release, string]>([
		['10.6', '[{"op":"remove","path":"wo_end_dt","value":null},{"op":"replace","path":"po","value":null}]'],
		['11.0', '[{"op":"replace","path":"wo_end_dt","value":null},{"op":"replace","path":"po","value":null}]'],
	])('uses the form that release %s requires to clear a date', (release, body) => {
		expect(update.compose({ document: order, record: { value: '1-1' }, fields: { wo_end_dt: null, po: null } }, on(release))[0]!.body).toBe(
			body,
		);
	});

	test.each(['constructor', 'toString', 'valueOf', '__defineGetter__'])(
		'in the operations format rejects an object in a field named %s, as in any other field',
		(name) => {
			expect(errorOf(() => composedUpdate({ record: { value: 5 }, fields: { [name]: { $gt: 0 } }, format: 'operations' }))).toMatchObject({
				field: name,
				message: `'${name}' contains rows or an object, which the 'Operations' format cannot send`,
			});
			expect(
				JSON.parse(composedUpdate({ record: { value: 5 }, fields: { [name]: { [name]: 3 } }, format: 'operations' }).body as string),
			).toEqual([{ op: 'replace', path: name, value: 3 }]);
		},
	);

	test('that sends a payload to clear a date is rejected if the release would store year 1', () => {
		expect(
			errorOf(() =>
				update.compose({ document: order, record: { value: '1-1' }, fields: { wo_end_dt: null }, format: 'payload' }, on('10.6')),
			),
		).toMatchObject({ field: 'wo_end_dt' });
	});

	test('removes the key from the fields if it equals the key that selects the record, and rejects a different key', () => {
		expect(composedUpdate({ record: { value: 5 }, fields: { job_no: { job_no: '5' }, job_desc: 'x' }, format: 'payload' }).body).toBe(
			'{"jm_job":[{"job_no":{"job_no":5},"job_desc":"x"}]}',
		);
		expect(errorOf(() => composedUpdate({ record: { value: 5 }, fields: { job_no: 6 }, format: 'payload' })).message).toBe(
			"The fields set 'job_no' to 6, but the key of the selected record is 5",
		);
	});

	test('reads the primary key before it sends a payload, if the record is addressed by another key', () => {
		const request = composedUpdate({ record: { key: 'external_key', value: 'X' }, fields: { jm_episode: [] } });
		expect(request).toMatchObject({
			method: 'GET',
			path: `/JmJob/external_key=X?resultColumns=${encodeURIComponent('{"jm_job":["job_no"]}')}`,
		});
		expect(composedUpdate({ record: { key: 'external_key', value: 'X' }, fields: { job_desc: 'x' } })).toMatchObject({
			method: 'PATCH',
			path: '/JmJob/external_key=X',
		});
	});
});

describe('An upsert', () => {
	test('contains the primary key once in its body', () => {
		expect(composedUpsert({ record: { value: 5 }, fields: { job_desc: 'x', job_no: 5 } })).toMatchObject({
			path: '/JmJob/job_no=5',
			body: '{"jm_job":[{"job_no":{"job_no":5},"job_desc":"x"}]}',
		});
	});

	test('accepts the alternate key as a field and in the key object if it equals the key that selects the record', () => {
		const fields = { job_desc: 'x', external_key: 'A', job_no: { external_key: 'A' } };
		expect(composedUpsert({ record: { key: 'external_key', value: 'A' }, fields }).body).toBe(
			'{"jm_job":[{"job_no":{"external_key":"A"},"external_key":"A","job_desc":"x"}]}',
		);
	});

	test.each<[string, UpsertInput['record'], Record<string, unknown>, string]>([
		[
			'a different alternate key',
			{ key: 'external_key', value: 'A' },
			{ external_key: 'B' },
			'The fields set \'external_key\' to "B", but the key of the selected record is "A"',
		],
		[
			'a different alternate key in the key object',
			{ key: 'external_key', value: 'A' },
			{ job_no: { external_key: 'B' } },
			'The fields set \'job_no\' to "B", but the key of the selected record is "A"',
		],
		[
			'a primary key in addition to the alternate one',
			{ key: 'external_key', value: 'A' },
			{ job_no: 5 },
			"'job_no' is in the fields, but the record is selected by 'external_key'",
		],
	])('is rejected if its fields contain %s', (_name, record, fields, message) => {
		expect(errorOf(() => composedUpsert({ record, fields })).message).toBe(message);
	});

	test('is rejected before release 11.0', () => {
		expect(errorOf(() => composedUpsert({ record: { value: 1 }, fields: {} }, on('10.6'))).message).toBe(
			'Create or Update requires release 11.0, but the site is on 10.6',
		);
	});
});

describe('The request effect', () => {
	const rows = [{ title_no: 1 }];
	test.each<[string, string, () => { effect: string }]>([
		['a create', 'once', () => create.compose({ document: job, records: [{ a: 1 }] }, SITE)[0]!],
		['an update with operations', 'repeatable', () => composedUpdate({ record: { value: 1 }, fields: { a: 1 } })],
		[
			'a change with a save argument',
			'once',
			() => composedUpdate({ record: { value: 1 }, fields: { a: 1 }, saveArguments: { SiteFunction: 1 } }),
		],
		[
			'a change with a save argument among the custom headers',
			'once',
			() => composedUpdate({ record: { value: 1 }, fields: { a: 1 } }, { ...SITE, extraHeaders: { saveArgument: '{"SiteFunction":"1"}' } }),
		],
		['a change that adds rows', 'once', () => composedUpdate({ record: { value: 1 }, fields: { jm_episode: rows } })],
		[
			'a change to existing rows',
			'repeatable',
			() => composedUpdate({ record: { value: 1 }, fields: { jm_episode: [{ episode_no: 4, title_no: 1 }] } }),
		],
		[
			'a change to a row with a temporary key',
			'once',
			() => composedUpdate({ record: { value: 1 }, fields: { jm_episode: [{ episode_no: { episode_no: -1 } }] } }),
		],
		[
			'a change to a multi-select drop-down',
			'repeatable',
			() => composedUpdate({ record: { value: 1 }, fields: { JOB_field_9: ['HD', 'UHD'] } }),
		],
		[
			'a change to a multi-select drop-down together with new rows',
			'once',
			() => composedUpdate({ record: { value: 1 }, fields: { JOB_field_9: ['HD'], jm_episode: rows } }),
		],
		[
			'an upsert of a multi-select drop-down',
			'repeatable',
			() => composedUpsert({ record: { key: 'external_key', value: 'A' }, fields: { JOB_field_9: ['HD', 'UHD'] } }),
		],
		['an upsert', 'repeatable', () => composedUpsert({ record: { key: 'external_key', value: 'A' }, fields: {} })],
		[
			'an upsert that adds rows',
			'once',
			() => composedUpsert({ record: { key: 'external_key', value: 'A' }, fields: { jm_episode: rows } }),
		],
		[
			'an upsert that clears the sub-table first',
			'repeatable',
			() => composedUpsert({ record: { key: 'external_key', value: 'A' }, fields: { jm_episode: rows }, clearSubTables: ['jm_episode'] }),
		],
		['an upsert with a temporary key', 'once', () => composedUpsert({ record: { value: -1 }, fields: {} })],
	])('of %s is "%s"', (_name, effect, compose) => {
		expect(compose().effect).toBe(effect);
	});
});
