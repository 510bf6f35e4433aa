import { reasonIn, messageOf } from '../../core/wire/reason';

const nested = (depth: number, around: (inner: string) => string, inside = '"x"'): unknown =>
	JSON.parse(Array.from({ length: depth }).reduce<string>((text) => around(text), inside));

describe('The reason for a refusal', () => {
	test.each<[string, unknown, string]>([
		['the error text of the API', { error: 'Alternate key not found: X' }, 'Alternate key not found: X'],
		[
			'text with entities',
			{ error: 'Undefined Parameter &#39;x&#39;. R&amp;D &quot;a&quot; &#x4e2d; &lt;b&gt;' },
			'Undefined Parameter \'x\'. R&D "a" 中 <b>',
		],
		['an error object', { error: { message: 'Not so' } }, 'Not so'],
		['an error object without a known message', { error: { code: 5 } }, '{"code":5}'],
		['an array of strings', { error: ['First', 'Second'] }, 'First; Second'],
		['an array of objects', { errors: [{ detail: 'A' }, { title: 'B' }] }, 'A; B'],
		['a flag', { error: true }, '{"error":true}'],
		['a flag with a message', { error: true, message: 'Order is closed' }, 'Order is closed'],
		['a number', { error: 42 }, 'Error 42'],
		["a property named 'Error' instead of 'error'", { Error: 'No' }, 'No'],
		['an object with success: false and a message', { success: false, message: 'Not saved' }, 'Not saved'],
		['an object with success: false and no message', { success: false }, '{"success":false}'],
		['a JSend response', { status: 'fail', data: null, message: 'Bad title' }, 'Bad title'],
		['a fault', { error: { faultstring: 'Policy failed', detail: { errorcode: 'x' } } }, 'Policy failed'],
		['a problem+json document', { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'wo_no is missing' }, 'wo_no is missing'],
		[
			'an ASP.NET exception',
			{ Message: 'An error has occurred.', ExceptionMessage: 'Customer 5 is locked', ExceptionType: 'X' },
			'Customer 5 is locked',
		],
		[
			'an ASP.NET model state',
			{ Message: 'The request is invalid.', ModelState: { 'job.cust_id': ['Unknown customer'] } },
			'{"job.cust_id":["Unknown customer"]}',
		],
		['an error from an API gateway', { statusCode: 401, message: 'Access denied' }, 'Access denied'],
		['an array of errors', [{ errorCode: 'INVALID', message: 'Session expired' }], 'Session expired'],
	])('is found in %s', (_name, body, words) => {
		expect(reasonIn(body)).toBe(words);
	});

	test.each<[string, unknown]>([
		['an error property with the value null', { error: null }],
		['an error property with a blank string', { error: ' ' }],
		['an error property with the value false', { error: false }],
		['an errors property with an empty array', { errors: [] }],
		['an error property with an empty object', { error: {} }],
		['an error property with the value 0', { error: 0 }],
		['a field of a record', { jm_job: [{ error: 'a field' }] }],
		['plain text', 'error'],
		['a message without an error', { message: 'Please sign in' }],
		['an envelope', { message: 'Saved', tables: [], status: 500 }],
		['a code for success', { code: 200, message: 'OK' }],
		['an empty body', null],
		['an empty object', {}],
	])('is not found in %s', (_name, body) => {
		expect(reasonIn(body)).toBeUndefined();
	});

	test.each<[string, unknown]>([
		['objects', nested(20_000, (inner) => `{"error":${inner}}`)],
		['arrays', { error: nested(20_000, (inner) => `[${inner}]`) }],
		[
			'objects in the last of many properties',
			{
				error: {
					...Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, 1])),
					last: nested(20_000, (inner) => `{"message":${inner}}`),
				},
			},
		],
	])('is searched for in bounded time, even in 20,000 nested %s', (_name, body) => {
		const begun = process.cpuUsage().user;
		expect(() => [reasonIn(body), messageOf(body)]).not.toThrow();
		expect(process.cpuUsage().user - begun).toBeLessThan(500_000);
	});

	test('is ignored if it is nested deeper than any server nests it', () => {
		expect(reasonIn(nested(20_000, (inner) => `{"error":${inner}}`))).toBeUndefined();
		expect(messageOf(nested(40, (inner) => `{"error":${inner}}`))).toBeUndefined();
	});
});

describe("The server's text in an unsuccessful response", () => {
	test.each<[string, unknown, string]>([
		['a message', { message: 'No' }, 'No'],
		['the error description of a sign-in', { error_description: 'Expired' }, 'Expired'],
		['details', { title: 'Bad Request', detail: 'wo_no is missing' }, 'wo_no is missing'],
		['plain text', ' Service\n Unavailable ', 'Service Unavailable'],
		['the title of a page', '<!DOCTYPE html><html><head><title>Sign in &amp; go</title></head></html>', 'Sign in & go'],
		[
			'a SOAP fault',
			'<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault><faultcode>c</faultcode><faultstring>No such job</faultstring></soap:Fault></soap:Body></soap:Envelope>',
			'No such job',
		],
	])('is found in %s', (_name, body, words) => {
		expect(messageOf(body)).toBe(words);
	});

	test.each<[string, unknown]>([
		['a page without a title', '<html><body>x'],
		['an empty body', ''],
		['a number', 5],
	])('is not found in %s', (_name, body) => {
		expect(messageOf(body)).toBeUndefined();
	});

	test('is truncated if it is very long', () => {
		expect(messageOf('x'.repeat(5000))).toHaveLength(1000);
	});
});
