/**
 * Refusals in the error formats of other frameworks. A request that the application rejects with a 4xx has not been executed, whatever
 * the body looks like.
 */
import type { ForeignCase } from '../foreignCase';
import { OPEN, REFUSED_OR_OPEN } from '../foreignCase';
import { http1 } from '../rawSite';
import { SAMPLE, WRITES } from '../uses';

interface Form {
	readonly name: string;
	readonly status: number;
	readonly type?: string;
	readonly body: object | string;
}

const FORMS: readonly Form[] = [
	{
		name: 'problem+json (RFC 9457)',
		status: 400,
		type: 'application/problem+json',
		body: {
			type: 'about:blank',
			title: 'One or more validation errors occurred.',
			status: 400,
			errors: { job_desc: ['Required'] },
			traceId: '00-1',
		},
	},
	{
		name: 'ASP.NET Web API with ExceptionMessage',
		status: 400,
		body: {
			Message: 'An error has occurred.',
			ExceptionMessage: 'Value cannot be null',
			ExceptionType: 'System.ArgumentNullException',
			StackTrace: ' at X',
		},
	},
	{
		name: 'JSON:API errors',
		status: 422,
		type: 'application/vnd.api+json',
		body: { errors: [{ status: '422', title: 'Invalid', detail: 'The description is too long', source: { pointer: '/data' } }] },
	},
	{
		name: 'OData error with a message object',
		status: 400,
		body: { 'odata.error': { code: '', message: { lang: 'en-US', value: 'Syntax error' } } },
	},
	{ name: 'OData version 4 error', status: 404, body: { error: { code: 'ResourceNotFound', message: 'No such resource', details: [] } } },
	{ name: 'Spring Boot', status: 409, body: { timestamp: '2026-01-01T00:00:00Z', status: 409, error: 'Conflict', path: '/JmJob' } },
	{ name: 'Django REST framework', status: 400, body: { job_desc: ['This field is required.'], non_field_errors: ['Invalid'] } },
	{
		name: 'FastAPI validation',
		status: 422,
		body: { detail: [{ loc: ['body', 'job_desc'], msg: 'field required', type: 'value_error.missing' }] },
	},
	{ name: 'Rails', status: 422, body: { errors: { job_desc: ["can't be blank"] } } },
	{ name: 'Express HTML', status: 404, type: 'text/html; charset=utf-8', body: '<!DOCTYPE html><pre>Cannot POST /api</pre>' },
	{
		name: 'Google API',
		status: 400,
		body: { error: { code: 400, message: 'Invalid value', status: 'INVALID_ARGUMENT', errors: [{ reason: 'badRequest' }] } },
	},
	{
		name: 'AWS with __type',
		status: 400,
		type: 'application/x-amz-json-1.1',
		body: { __type: 'ValidationException', message: '1 validation error' },
	},
	{
		name: 'XML error',
		status: 400,
		type: 'application/xml',
		body: '<?xml version="1.0"?><Error><Code>InvalidArgument</Code><Message>No</Message></Error>',
	},
	{ name: 'plain text', status: 400, type: 'text/plain', body: 'Invalid request' },
	{ name: 'an empty body', status: 400, body: '' },
	{ name: 'a JSON string', status: 400, type: 'application/json', body: '"Nope"' },
	{ name: 'JSON null', status: 400, type: 'application/json', body: 'null' },
	{ name: 'JSON that ends early', status: 400, type: 'application/json', body: '{"error":"The descr' },
];

/**
 * 2xx responses that contain the reason for a failure in their own format. A later stage can fail after the change is stored, so the
 * reason does not show that nothing was done.
 */
const IN_A_SUCCESS: readonly Form[] = [
	{
		name: 'GraphQL errors with data',
		status: 200,
		body: { data: { createJob: null }, errors: [{ message: 'Not allowed', path: ['createJob'] }] },
	},
	{ name: 'JSON-RPC error', status: 200, body: { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Invalid Request' } } },
	{ name: 'ok: false', status: 200, body: { ok: false, error: 'invalid_auth' } },
	{ name: 'a status in the body', status: 200, body: { status: 'error', code: 500, message: 'Internal error' } },
	{ name: 'Salesforce success false', status: 200, body: { id: null, success: false, errors: [{ statusCode: 'DUPLICATE_VALUE' }] } },
	{
		name: 'problem details with 200',
		status: 200,
		type: 'application/problem+json',
		body: { title: 'Service degraded', status: 503, detail: 'Try later' },
	},
];

const responseOf =
	({ status, type, body }: Form) =>
	(): Buffer[] => [http1({ status, headers: type === undefined ? {} : { 'Content-Type': type }, body })];

export const ERROR_FORM_CASES: readonly ForeignCase[] = [
	...FORMS.map((form): ForeignCase => ({
		name: `${form.status} with ${form.name}`,
		why: 'a 4xx means that the request was not accepted',
		uses: SAMPLE,
		effect: 'notProcessed',
		respond: responseOf(form),
		verdict: 'refused',
	})),
	...IN_A_SUCCESS.map((form): ForeignCase => ({
		name: `${form.status} with ${form.name}`,
		why: 'only a site of that kind proves with it that nothing was created',
		uses: ['create', 'update', 'voidOrder', 'get'],
		effect: 'notProcessed',
		respond: responseOf(form),
		verdict: REFUSED_OR_OPEN,
	})),
	{
		name: '200 with a SOAP fault',
		why: 'the fault can come from a stage after the change',
		uses: ['create', 'upload', 'get'],
		effect: 'either',
		verdict: OPEN,
		respond: () => [
			http1({
				headers: { 'Content-Type': 'text/xml' },
				body: '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>Timeout</faultstring></soap:Fault></soap:Body></soap:Envelope>',
			}),
		],
	},
	{
		name: 'an error with a complete envelope',
		why: 'the envelope reports a created record, the error a failure',
		uses: ['create', 'upsert'],
		effect: 'processed',
		verdict: OPEN,
		respond: (use) => [http1({ body: { ...(use.good as object), error: 'The notification could not be sent' } })],
	},
	{
		name: 'a 500 from ASP.NET in HTML',
		why: 'the page can be rendered after the change was stored',
		uses: WRITES,
		effect: 'either',
		verdict: OPEN,
		respond: () => [
			http1({
				status: 500,
				headers: { 'Content-Type': 'text/html' },
				body: "<html><head><title>Runtime Error</title></head><body><h1>Server Error in '/' Application.</h1></body></html>",
			}),
		],
	},
];
