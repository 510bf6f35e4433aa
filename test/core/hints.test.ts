import { specificHint, uncertainHint, type HintContext } from '../../core/http/hints';
import { processorTime } from '../support/processorTime';

const on = (message: string, more: Partial<HintContext> = {}): string | undefined =>
	specificHint({ kind: 'broken', message, request: { method: 'PATCH', path: '/JmJob/job_no=1', headers: {} }, ...more });

describe('The hint for a refusal', () => {
	it.each([
		['Cannot insert duplicate key row in object with unique index', 'Another record already has this value'],
		['Violation of UNIQUE KEY constraint', 'Another record already has this value'],
		['Input string was not in a correct format.', "Enter a value of the field's type"],
		['Error converting data type varchar to numeric: cannot convert', "Enter a value of the field's type"],
		["Cannot insert the value NULL into column 'cust_id'", 'Enter a value for the field'],
		['Customer is required', 'Enter a value for the field'],
		["Invalid column name 'x'", 'The document does not have this field'],
		["Could not find member 'x' on object", 'The document does not have this field'],
		['The UPDATE statement conflicted with the FOREIGN KEY constraint', 'No record on this site has this number or code'],
		['Template 12 not found', 'Use the number of an existing template'],
		['Order 9453-1 is already void', 'An earlier run or someone else has already done it'],
		['The batch has already been posted', 'An earlier run or someone else has already done it'],
		[
			"Undefined Parameter 'x'. To allow undefined parameters pass validateQueryParameters = false",
			'it may ignore the condition and return every record',
		],
	])('is specific to "%s"', (message, begin) => {
		expect(on(message)).toContain(begin);
	});

	it.each([
		"Customer 'Assorted Media' not found",
		'Object reference not set to an instance of an object.',
		'',
		'The order is closed',
		'Database timeout',
	])('says nothing specific about "%s"', (message) => {
		expect(on(message)).toBeUndefined();
	});

	it('depends on the request, not only on the message', () => {
		const missing = {
			kind: 'notFound',
			request: { method: 'GET', path: '/JmJob/job_no=1?nullvaluehandling=ignore', headers: {} },
		} as const;
		expect(on('Alternate key not found: 1', missing)).toContain('No record has this key');
		expect(
			on('Alternate key not found: 1', { ...missing, request: { ...missing.request, path: '/JmJobList?Query=%7B%22a%22%3A1%7D' } }),
		).toBeUndefined();
		const upserted = {
			kind: 'notFound',
			request: { method: 'PUT', path: '/JmWoTransaction/external_key=A?wo_no_seq=1-1', headers: {} },
		} as const;
		expect(on('Alternate key not found: wo_no_seq=1-1', upserted)).toContain("such as 'Order Number'");
		expect(
			on("There is no division 'X'", { request: { method: 'GET', path: '/JmJob/job_no=1', headers: { 'Division-Code': 'X' } } }),
		).toContain("'Division Code'");
		expect(on("There is no division 'X'")).toBeUndefined();
	});

	it('suggests changing the file name only for an upload, not for other requests with the same message', () => {
		const upload = { request: { method: 'POST', path: '/SysAttachment/attachment_keystring=10339:1-1', headers: {} } } as const;
		expect(on("No attachment type is defined for the file 'a.aaf'", upload)).toContain("under 'File Names' in the options");
		expect(on('The file extension is not allowed', upload)).toContain('Ask the administrator to define the type');
		expect(on('The file extension is not allowed')).toBeUndefined();
	});

	it('explains how to check the outcome, but only if the record may already have the requested state', () => {
		const request = { method: 'PATCH', path: '/JmWorkOrder/wo_no_seq=1-1', headers: {} } as const;
		expect(uncertainHint({ kind: 'broken', message: 'Order 1-1 is already void', request })).toMatch(
			/^This request may have succeeded, or /,
		);
		expect(uncertainHint({ kind: 'broken', message: 'Customer is required', request })).toBeUndefined();
	});

	it('is found quickly, however long the text is', () => {
		const long = ['required '.repeat(200), 'column '.repeat(200), 'template '.repeat(200), `sort${' '.repeat(1_000)}`];
		expect(processorTime(() => long.map((message) => on(message, { kind: 'refused' })))).toBeLessThan(200);
	});
});
