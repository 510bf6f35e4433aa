/** The most common mistakes, each with the complete message that the user sees. */
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../../workshop/certificate';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_IN_TYPES, type SignIn } from '../support/signInTypes';
import { siteForTests, startRecordingSite } from './recordingSite';

const engine = engineForTests();
const sandbox = sandboxForTests();
const proxy = siteForTests();
beforeEach(() => sandbox.control.reset());

interface HttpResponse {
	readonly message: string;
	readonly description: string;
}

/** Runs one item and returns the message that the user sees; `changes` overrides fields of the credential. */
const errorOf = async (
	{ options, ...parameters }: INodeParameters,
	changes: ICredentialDataDecryptedObject = {},
): Promise<HttpResponse> => {
	const authentication = (parameters.authentication ?? 'basic') as SignIn;
	const { error, output } = await engine.run({
		node: 'mediaOperations',
		parameters: { ...parameters, options: { maxAttempts: 1, ...(options as object) } },
		credentials: { [SIGN_IN_TYPES[authentication]]: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo', ...changes } },
	});
	if (error === null) throw new Error(`No error, but ${JSON.stringify(output)}`);
	const { message, description } = error;
	expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
	expect(description).toMatch(/\.$/);
	return { message, description: description ?? '' };
};

const key = (mode: string, value: string | number): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const fields = (given: Record<string, unknown>): INodeParameters => ({
	fieldsMode: 'list',
	fields: { entry: Object.entries(given).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })) } as never,
});
const where = (...condition: INodeParameters[]): INodeParameters => ({ conditions: { condition } });
const job: INodeParameters = { resource: 'job', operation: 'get', ...key('job_no', 1) };
const changed = async (): Promise<number> =>
	(await sandbox.control.journal({ kind: 'request' })).entries.filter(
		({ method, status }) => method !== 'GET' && status !== null && status < 300,
	).length;

describe('The error message explains', () => {
	it('a wrong host', async () => {
		expect(await errorOf(job, { baseUrl: 'http://no-such-host.invalid/api/v2/database/LIVE' })).toEqual({
			message: 'The site could not be reached (ENOTFOUND) [Item 0]',
			description:
				"ENOTFOUND on GET /JmJob/job_no=1. The host name could not be resolved. Check 'Base URL' in the credential for typos. If the name can be resolved only in your company's network, n8n must run in that network.",
		});
		expect(await errorOf(job, { baseUrl: 'http://127.0.0.1:9/api/v2/database/LIVE' })).toEqual({
			message: 'The site could not be reached (ECONNREFUSED) [Item 0]',
			description:
				"ECONNREFUSED on GET /JmJob/job_no=1. The host exists, but nothing is listening on that port. Check 'Base URL' in the credential, especially the port, and whether the site is running.",
		});
	});

	it('a wrong path or database', async () => {
		const { message, description } = await errorOf(job, { baseUrl: `${sandbox.url}/api/v2/database/OTHER` });
		expect(message).toBe("Unknown database 'OTHER'; the database is 'DEMO' [Item 0]");
		expect(description).toBe(
			"404 on GET /JmJob/job_no=1. Check 'Base URL' in the credential. It must end with /api/v2/database/ and the name of the database.",
		);
		expect((await errorOf(job, { baseUrl: `${sandbox.url}/api/v2/database` })).message).toBe(
			"The 'Base URL' in the credential does not contain the name of the database. Enter a URL such as https://media.example.com/api/v2/database/LIVE",
		);
	});

	it('a wrong password', async () => {
		expect(await errorOf(job, { password: 'wrong' })).toEqual({
			message: 'The user name or password is incorrect [Item 0]',
			description:
				"401 on GET /JmJob/job_no=1. Check the sign-in details in the credential, and ask the site administrator whether the user in the credential may sign in to the API ('Allow API login').",
		});
		const jwt = await errorOf({ ...job, authentication: 'jwt' }, { password: 'wrong' });
		expect(jwt.message).toBe('The user name or password is incorrect [Item 0]');
		expect(jwt.description).toContain(
			'Check the user name and password in the credential. The sign-in is not retried for half a minute, because sites can lock users out after failed attempts.',
		);
	});

	it('an expired token that cannot be renewed', async () => {
		proxy.logIn = (_request, number) =>
			number === 1 ? { body: { token: 'never-valid' } } : { status: 401, body: { error: 'The account is locked' } };
		const { message, description } = await errorOf({ ...job, authentication: 'jwt' }, { baseUrl: proxy.url });
		expect(message).toBe('The account is locked [Item 0]');
		expect(description).toContain('Check the user name and password in the credential');
	});

	it('a permission that the user does not have', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmJob' }, fault: { type: 'status', status: 403, error: 'Access denied' } });
		expect(await errorOf(job)).toEqual({
			message: 'Access denied [Item 0]',
			description: '403 on GET /JmJob/job_no=1. Ask the site administrator for permission, and for access to the division if one is set.',
		});
	});

	it('an unknown document', async () => {
		const { message, description } = await errorOf({
			resource: 'anyDocument',
			operation: 'get',
			documentName: 'JmNothing',
			keyField: 'no',
			...key('key', '1'),
		});
		expect(message).toContain("Unknown document 'JmNothing'");
		expect(description).toBe(
			"404 on GET /JmNothing/no=1. Check the spelling of 'Document Name'; it is case-sensitive. The site's /ApiDocs page lists all documents.",
		);
	});

	it('an unknown field in a query', async () => {
		expect(
			await errorOf({ resource: 'job', operation: 'getMany', ...where({ fieldName: 'no_such', operator: 'equals', value: '1' }) }),
		).toEqual({
			message: "Undefined Parameter 'no_such'. To allow undefined parameters pass validateQueryParameters = false [Item 0]",
			description:
				"400 on GET /JmJobList. The document cannot be searched by this field. Choose one from the list in the condition. If you turn off 'Validate Query' in the options, the site accepts the field, but it may ignore the condition and return every record.",
		});
		const sort = await errorOf({ resource: 'job', operation: 'getMany', sort: { by: [{ fieldName: 'no_such', direction: 'asc' }] } });
		expect(sort.description).toContain('Choose the field from the list');
		const column = await errorOf({ ...job, options: { columns: ['no_such'] } });
		expect(column.message).toContain("'no_such'");
		expect(column.description).toContain('Choose the field from the list');
	});

	it('an unknown field in a body', async () => {
		const create = await errorOf({ resource: 'job', operation: 'create', ...fields({ job_desc: 'x', cust_id: '32', no_such: 'x' }) });
		expect(create.message).toBe("'no_such' is not a field or sub-table of 'jm_job' [Item 0]");
		expect(create.description).toContain(
			"The document does not have this field on this site. It may have been renamed or removed. 'Fields of the Document' shows the available fields.",
		);
		const update = await errorOf({ resource: 'job', operation: 'update', ...key('job_no', 1), ...fields({ no_such: 'x' }) });
		expect(update.description).toContain('The document does not have this field on this site');
		expect(await changed()).toBe(0);
	});

	it('a value of the wrong type', async () => {
		const { message, description } = await errorOf({
			resource: 'job',
			operation: 'update',
			...key('job_no', 1),
			...fields({ division_no: 'London' }),
		});
		expect(message).toBe("'division_no' must be a whole number, got 'London' [Item 0]");
		expect(description).toMatch(
			/^500 on PATCH \/JmJob\/job_no=1\. Enter a value of the field's type: a number without a unit, a date such as 2026-01-31T09:00:00Z, or Y or N for a flag\./,
		);
		const date = await errorOf({
			resource: 'workOrder',
			operation: 'update',
			...key('wo_no_seq', '100-1'),
			...fields({ wo_begin_dt: 'tomorrow' }),
		});
		expect(date).toEqual({
			message: `'wo_begin_dt' must be a date, got "tomorrow" [Item 0]`,
			description: 'Use ISO 8601 format, such as 2024-08-22T10:00:00Z or 2024-08-22.',
		});
		const lookUp = await errorOf({ resource: 'job', operation: 'update', ...key('job_no', 1), ...fields({ cust_id: 'nobody' }) });
		expect(lookUp.description).toContain(
			"No record on this site has this number or code. Look up the correct one on the site, or choose it from the list that 'Fields of the Document' shows.",
		);
	});

	it('a missing required field', async () => {
		const { message, description } = await errorOf({ resource: 'job', operation: 'create', ...fields({ job_desc: 'x' }) });
		expect(message).toBe("'cust_id' is required in 'jm_job' [Item 0]");
		expect(description).toContain(
			"Enter a value for the field, then run the node again. Required fields are marked with * in 'Fields of the Document'.",
		);
	});

	it('a record that does not exist', async () => {
		const hint =
			"No record has this key, or the user in the credential has no access to it. Check the value and the key field. 'Create or Update' creates a missing record.";
		expect(await errorOf({ resource: 'job', operation: 'get', ...key('job_no', 999999) })).toEqual({
			message: 'Alternate key not found: job_no=999999 [Item 0]',
			description: `404 on GET /JmJob/job_no=999999. ${hint}`,
		});
		expect(
			(await errorOf({ resource: 'job', operation: 'update', ...key('external_key', 'A'), ...fields({ job_desc: 'x' }) })).description,
		).toBe(`404 on PATCH /JmJob/external_key=A. Nothing was changed. ${hint}`);
	});

	it('an external key that belongs to another record', async () => {
		const create = { resource: 'job', operation: 'create', ...fields({ job_desc: 'x', cust_id: '32', external_key: 'DUP' }) };
		await engine.run({
			node: 'mediaOperations',
			parameters: create,
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		});
		const { message, description } = await errorOf(create);
		expect(message).toMatch(/^'external_key' must be unique: 'DUP' already belongs to job_no \d+ \[Item 0\]$/);
		expect(description).toContain(
			"Another record already has this value. To change that record, use 'Create or Update' with this key. Otherwise, use another value.",
		);
	});

	it('an empty key', async () => {
		expect(await errorOf({ resource: 'job', operation: 'get', ...key('external_key', '={{ $json.nothing }}') })).toEqual({
			message: "'Job': The value of 'external_key' is empty [Item 0]",
			description: 'Enter the number or text that identifies the record.',
		});
	});

	it('malformed JSON', async () => {
		const { message, description } = await errorOf({
			resource: 'job',
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "A",}',
		});
		expect(message).toMatch(/^'Fields' must be valid JSON: .*position 17.* \[Item 0\]$/);
		expect(description).toBe('Put names and text in double quotes, and remove commas before closing brackets.');
	});

	it('an update of all matching records without a condition', async () => {
		expect(
			await errorOf({ resource: 'job', operation: 'update', applyTo: 'matching', mode: 'update', ...fields({ active: 'N' }) }),
		).toEqual({
			message: "'Conditions': No condition selects which 'JmJob' records to change [Item 0]",
			description: "Add a condition, or turn on 'All Records' to change every record.",
		});
		expect(await changed()).toBe(0);
	});

	it('an update that would change too many records', async () => {
		const { message, description } = await errorOf({
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			allRecords: true,
			maxRecords: 5,
			...fields({ active: 'N' }),
		});
		expect(message).toMatch(/^'Max Records': \d+ records of 'JmJob' match, more than the maximum of 5\. Nothing was changed \[Item 0\]$/);
		expect(description).toBe("Add conditions, or raise 'Max Records'.");
		expect(await changed()).toBe(0);
	});

	it('an unknown division, or one that the user cannot access', async () => {
		const { message, description } = await errorOf({ ...job, options: { divisionCode: 'NOPE' } });
		expect(message).toBe("Unknown division 'NOPE' in the 'Division-Code' header [Item 0]");
		expect(description).toBe(
			"400 on GET /JmJob/job_no=1. Check 'Division Code' in the options and in the credential. The user in the credential needs access to that division.",
		);
		await sandbox.control.addFaults({
			match: { path: 'JmJob' },
			fault: { type: 'status', status: 403, error: 'No access to the division LON' },
		});
		expect((await errorOf(job)).description).toContain('Ask the site administrator for access to that division');
	});

	it.each([
		["'Release' in the credential", { release: '10.6' }],
		['the site profile', { advancedSettings: true, siteProfile: '{"version": 1, "release": "10.6"}' }],
	])('a release that is too old, which comes from %s', async (_source, credential) => {
		expect(
			await errorOf({ resource: 'job', operation: 'upsert', ...key('external_key', 'A'), ...fields({ job_desc: 'x' }) }, credential),
		).toEqual({
			message: "'Operation': Create or Update requires release 11.0, but the site is on 10.6 [Item 0]",
			description:
				"Look the record up, then create or update it. If the site is newer, correct 'Release' or 'Site Profile (JSON)' in the credential.",
		});
	});

	it('a template that does not exist', async () => {
		const order = {
			wo_desc: 'a',
			wo_begin_dt: '2026-01-01',
			wo_end_dt: '2026-01-02',
			wo_type_no: 5,
			phase_code: 'CONF',
			rate_card_no: 2,
			cust_id: 32,
			wo_template_no: 99999,
		};
		const { message, description } = await errorOf({
			resource: 'workOrder',
			operation: 'create',
			saveArguments: { LoadTemplate: '99999' },
			...fields(order),
		});
		expect(message).toContain("refers to a record that does not exist: JmWoTemplate wo_template_no '99999'");
		expect(description).toContain(
			"Use the number of an existing template. To list the templates, run 'Get Many' for the setup record 'Template'.",
		);
	});

	it('a site that does not respond in time', async () => {
		await sandbox.control.delay(3_000);
		const read = await errorOf({ ...job, options: { timeout: 1 } });
		expect(read.message).toContain('(ETIMEDOUT)');
		expect(read.description).toBe(
			"ETIMEDOUT on GET /JmJob/job_no=1. Run the node again. If this continues, raise 'Timeout' in the options, or request less data at a time: fewer fields, a smaller 'Page Size' or a lower 'Max Concurrent Requests'.",
		);
		const write = await errorOf({
			resource: 'job',
			operation: 'create',
			...fields({ job_desc: 'x', cust_id: '32' }),
			options: { timeout: 1 },
		});
		expect(write.description).toContain(
			"The request may have succeeded. Look for the record on the site before you create it again; 'Create or Update' with an external key can be repeated safely.",
		);
	});

	it('a URL that is too long', async () => {
		const query = await errorOf({
			resource: 'job',
			operation: 'getMany',
			...where({ fieldName: 'job_desc', operator: 'contains', value: 'x'.repeat(7_000) }),
		});
		expect(query.message).toMatch(/^'Conditions': The query is too long for one request: \d+ characters; the maximum is \d+ \[Item 0\]$/);
		expect(query.description).toBe("Use fewer values. Only the values of 'Is Any Of' can be split into several requests.");
		const columns = await errorOf({ ...job, options: { columns: Array.from({ length: 600 }, (_, number) => `some_field_${number}`) } });
		expect(columns.message).toMatch(/^The URL is too long: \d+ characters; the maximum is \d+ \[Item 0\]$/);
		expect(columns.description).toBe('Request fewer fields, or shorten the query.');
	});

	it('a response from a proxy or a sign-in page', async () => {
		proxy.respond = () => ({ body: '<!DOCTYPE html><html><head><title>Sign in – Corporate Proxy</title></head></html>' });
		expect(await errorOf(job, { baseUrl: proxy.url })).toEqual({
			message: "Unexpected response format: got an HTML page ('Sign in – Corporate Proxy') instead of records [Item 0]",
			description:
				"200 on GET /JmJob/job_no=1. Check 'Base URL' in the credential: another server, a proxy or a sign-in page may have responded.",
		});
		proxy.respond = () => ({ status: 302, headers: { location: 'https://sign-in.example/' } });
		expect((await errorOf(job, { baseUrl: proxy.url })).description).toContain(
			"Enter the site's final URL as 'Base URL' in the credential",
		);
		proxy.respond = () => ({ status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>' });
		expect((await errorOf(job, { baseUrl: proxy.url })).description).toContain('Run the node again later');
	});

	it('a rejected certificate, or a server without encryption', async () => {
		const secure = await startRecordingSite(selfSigned());
		try {
			const { message, description } = await errorOf(job, { baseUrl: secure.url });
			expect(message).toBe("The site's certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT) [Item 0]");
			expect(description).toContain(
				"Add the authority to n8n (NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues' in the credential if you trust the site.",
			);
		} finally {
			await secure.close();
		}
		expect((await errorOf(job, { baseUrl: proxy.url.replace('http:', 'https:') })).description).toContain(
			"Start 'Base URL' in the credential with http:// if the site does not use encryption",
		);
	});
});
