import { EVENT_FIELDS } from '../../../core/catalog';
import { rejectionReason, type EventFilter } from '../../../core/events/filter';
import { readIncoming, recordEvent, type RecordEvent } from '../../../core/events/incoming';

const USUAL = { document: 'MoMediaOrder', id: '109483-1', idField: 'wo_no_seq', type: 'UPDATE', details: [{ phase_code: 'CON' }] };

describe('A received body', () => {
	it('is read with the property names that templates usually use', () => {
		expect(readIncoming(JSON.stringify(USUAL), 'application/json', EVENT_FIELDS)).toEqual({
			events: [
				{
					document: 'MoMediaOrder',
					id: '109483-1',
					idField: 'wo_no_seq',
					type: 'UPDATE',
					kind: 'updated',
					details: [{ phase_code: 'CON' }],
					body: USUAL,
				},
			],
			repaired: false,
		});
	});

	it('is read with custom property names, including paths with dots', () => {
		const body = { event: { doc: 'JmJob', what: 'insert' }, 'key.no': 12 };
		const read = recordEvent(body, { ...EVENT_FIELDS, document: 'event.doc', type: 'event.what', id: 'key.no' });
		expect(read).toMatchObject({ document: 'JmJob', type: 'insert', kind: 'created', id: 12 });
	});

	it('can contain the key of the record inside an object, if the object has no other property', () => {
		expect(recordEvent({ id: { wo_no_seq: '1-1' } }, EVENT_FIELDS).id).toBe('1-1');
		expect(recordEvent({ id: { job_no: 1, external_key: 'A' } }, EVENT_FIELDS).id).toBeUndefined();
	});

	it('can contain several events in an array', () => {
		const read = readIncoming('[{"type":"INSERT"},{"type":"DELETE"},7]', 'application/json', EVENT_FIELDS);
		expect('events' in read && read.events.map(({ kind, body }) => kind ?? body)).toEqual(['created', 'deleted', 7]);
	});

	it.each([
		['XML', '<order id="1"/>', 'application/xml'],
		['XML that looks like JSON', '{}', 'text/xml; charset=utf-8'],
		['plain text', 'order 1 changed', 'text/plain'],
		['empty', '', ''],
	])('is passed on as text if it is %s', (_what, text, contentType) => {
		expect(readIncoming(text, contentType, EVENT_FIELDS)).toEqual({ text });
	});

	it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.site+json'])(
		'is passed on as text with a reason if its content type is %s but it is not valid JSON',
		(contentType) => {
			expect(readIncoming('{"id": }', contentType, EVENT_FIELDS)).toEqual({
				text: '{"id": }',
				parseError: expect.stringMatching(/JSON|token/) as string,
			});
		},
	);

	it.each(['', 'text/plain', 'application/octet-stream'])('is read as JSON even if its content type is %j', (contentType) => {
		expect(readIncoming(JSON.stringify(USUAL), contentType, EVENT_FIELDS)).toHaveProperty('events');
	});

	it('is not read through properties that every object inherits', () => {
		expect(recordEvent({}, { ...EVENT_FIELDS, document: 'constructor.name', id: '__proto__', type: 'toString' })).toMatchObject({
			document: undefined,
			id: undefined,
			type: undefined,
		});
	});
});

describe('The event filter', () => {
	const all: EventFilter = { documents: [], kinds: [], fields: [] };
	const event = (parts: Partial<RecordEvent>): RecordEvent => ({
		document: 'JmWorkOrder',
		id: '1-1',
		type: 'UPDATE',
		kind: 'updated',
		body: {},
		...parts,
	});

	it.each<[string, Partial<EventFilter>, Partial<RecordEvent>]>([
		['every event if it has no conditions', {}, { document: undefined, kind: undefined, type: undefined }],
		['an event for a listed document, regardless of case, and with or without List', { documents: ['jmworkorderlist'] }, {}],
		['an event of a listed kind', { kinds: ['updated'] }, {}],
		['an update whose details contain a listed field as a property', { fields: ['phase_code'] }, { details: [{ phase_code: 'CON' }] }],
		['an update whose details name a listed field', { fields: ['phase_code'] }, { details: [{ field: 'phase_code', old: 'A', new: 'B' }] }],
		[
			'an update whose details name a listed field with its table',
			{ fields: ['jm_work_order.Phase_Code'] },
			{ details: ['JM_WORK_ORDER.phase_code'] },
		],
		[
			'an update whose details contain a deeply nested listed field',
			{ fields: ['op_no'] },
			{ details: [{ operations: [{ op_no: '1' }] }] },
		],
		['the event for a created record, regardless of the fields', { fields: ['phase_code'] }, { kind: 'created', type: 'INSERT' }],
		['the event for a deleted record, regardless of the fields', { fields: ['phase_code'] }, { kind: 'deleted', type: 'DELETE' }],
	])('accepts %s', (_what, filter, parts) => {
		expect(rejectionReason(event(parts), { ...all, ...filter })).toBeUndefined();
	});

	it.each<[string, Partial<EventFilter>, Partial<RecordEvent>, RegExp]>([
		['an event for a document that is not listed', { documents: ['JmJob'] }, {}, /'JmWorkOrder'/],
		['a body without a document', { documents: ['JmJob'] }, { document: undefined }, /does not contain a document/],
		['an event of a kind that is not listed', { kinds: ['created'] }, {}, /'UPDATE'/],
		['an event of an unknown type', { kinds: ['created'] }, { type: 'MERGE', kind: undefined }, /'MERGE'/],
		['a body without a type', { kinds: ['created'] }, { type: undefined, kind: undefined }, /does not contain an event type/],
		['an update to fields that are not listed', { fields: ['phase_code'] }, { details: [{ wo_desc: 'phase' }] }, /phase_code/],
		['an update without details', { fields: ['phase_code'] }, {}, /no details/],
	])('reports why it rejects %s', (_what, filter, parts, reason) => {
		expect(rejectionReason(event(parts), { ...all, ...filter })).toMatch(reason);
	});

	it('rejects an update if the listed field is nested 5,000 levels deep in the details', () => {
		let deep: unknown = 'phase_code';
		for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
		expect(rejectionReason(event({ details: deep }), { ...all, fields: ['phase_code'] })).toMatch(/phase_code/);
	});
});
