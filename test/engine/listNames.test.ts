/** Sites whose names for request parameters, the count header and the records property differ from those in public material. */
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { LIST_NAMES_TEXT } from '../../bridge/site/listNames';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { createPoller } from '../../workshop/engine/triggers';
import { engineForTests } from '../support/engineForTests';
import { siteForTests, type Recorded } from './recordingSite';
import { resourceParameters } from '../support/resourceParameters';

const engine = engineForTests();
const site = siteForTests();

const PAGE_SIZE = String(DEFAULT_PAGE_SIZE);
const NAMES = { pageSize: 'rows', page: 'sheet', sort: 'orderBy', count: 'X-Total', records: 'items' };
const credential = (listNames: unknown = JSON.stringify(NAMES)): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	username: 'demo',
	password: 'demo',
	advancedSettings: true,
	apiNames: listNames as string,
});

const NAME_RULE = 'a name consists of letters, digits, hyphens and underscores, and begins with a letter or an underscore';
const HEADER_NAME_RULE = "the name of a header consists of letters, digits and !#$%&'*+.^_`|~-";
const HEADER_VALUE_RULE =
	'the value of a header consists of ASCII characters without control characters, and begins and ends with a visible one';

const jobs = Array.from({ length: 120 }, (_, index) => ({
	job_no: index + 1,
	job_desc: `Job ${index + 1}`,
	cust_id: String(index + 1),
	cust_name: `Customer ${index + 1}`,
	date_added: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
}));
const queryOf = (address: string): URLSearchParams => new URL(address, site.origin).searchParams;
/** The query-string parameters of each list request, except `Query`. */
const asked = (): unknown[] =>
	site.requests
		.filter(({ address }) => address.includes('List?'))
		.map(({ address }) => Object.fromEntries([...queryOf(address)].filter(([name]) => name !== 'Query')));

beforeEach(() => {
	site.respond = ({ method, address }) => {
		if (!address.includes('List?')) return { status: 404, body: { error: 'No definitions here' } };
		if (method === 'PATCH') return { status: 204 };
		const [size, page] = [Number(queryOf(address).get('rows')), Number(queryOf(address).get('sheet'))];
		const { job_no: wanted } = JSON.parse(queryOf(address).get('Query')!) as { job_no?: { $in: unknown[] } };
		const matching = wanted ? jobs.filter(({ job_no: number }) => wanted.$in.map(Number).includes(number)) : jobs;
		return { body: { items: matching.slice((page - 1) * size, page * size) }, headers: { 'X-Total': String(matching.length) } };
	};
});

const run = async (parameters: INodeParameters, listNames?: unknown): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: credential(listNames) },
	});
const numbers = ({ output, error }: NodeOutcome): unknown[] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json.job_no);
};
const panel = async (parameters: INodeParameters) =>
	await panelContext(engine, {
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: credential() },
	});

describe("The credential's 'API Names'", () => {
	it('are used to page, count, sort and read lists', async () => {
		const outcome = await run({
			operation: 'getMany',
			returnAll: true,
			options: { pageSize: 50, columns: ['job_no'] },
			sort: { by: [{ fieldName: 'job_desc', direction: 'desc' }] },
		});
		expect(numbers(outcome)).toEqual(jobs.map(({ job_no: number }) => number));
		expect(asked()).toEqual(
			['1', '2', '3'].map((sheet) => ({
				resultColumns: '{"items":["job_no"]}',
				rows: '50',
				sheet,
				orderBy: expect.stringMatching(/^\["job_.*"\]$/),
			})),
		);
	});

	it('apply to the fields requested by Look Up, including the key', async () => {
		const outcome = await run({
			operation: 'get',
			findBy: 'keys',
			lookUpField: 'job_no',
			lookUpKey: '7',
			options: { columnsJson: '{"items": ["job_desc"]}' },
		});
		expect(numbers(outcome)).toEqual([7]);
		expect(asked()).toEqual([expect.objectContaining({ resultColumns: '{"items":["job_desc","job_no"]}', rows: PAGE_SIZE, sheet: '1' })]);
	});

	it('apply to the count before an update of all matching records', async () => {
		const { output, error } = await run({
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: '3, 4' }] },
			fieldsMode: 'list',
			fields: { entry: [{ fieldName: 'job_desc', fieldValue: 'New' }] },
			options: { maxRecords: 2 },
		});
		expect(error).toBeNull();
		expect(output[0]).toHaveLength(1);
		expect(asked()).toEqual([{ resultColumns: '{"items":["job_no"]}', rows: '1', sheet: '1' }, {}]);
	});

	it('apply to the lists and searches in the editor', async () => {
		const context = await panel({ operation: 'get' });
		const first = await searchRecords.call(context);
		expect(first.results).toHaveLength(50);
		const second = await searchRecords.call(context, undefined, first.paginationToken as string);
		const last = await searchRecords.call(context, undefined, second.paginationToken as string);
		expect(last).toEqual({
			results: jobs.slice(100).map(({ job_no: number, job_desc: words }) => ({ name: `${words} (${number})`, value: String(number) })),
		});
		expect(asked().map((each) => [(each as Record<string, string>).rows, (each as Record<string, string>).sheet])).toEqual([
			['50', '1'],
			['50', '2'],
			['50', '3'],
		]);
		const { fields } = await getMappedFields.call(await panel({ operation: 'create', fieldsMode: 'mapper' }));
		expect(fields.find(({ id }) => id === 'cust_id')?.options).toHaveLength(120);
		expect(asked()).toContainEqual(
			expect.objectContaining({ resultColumns: '{"items":["cust_id","cust_name"]}', rows: '201', sheet: '1' }),
		);
	});

	it('apply to the poll trigger', async () => {
		const { poll } = await createPoller(engine, {
			node: 'mediaOperationsPollTrigger',
			parameters: { authentication: 'basic', resource: 'job' },
			credentials: { mediaOperationsBasicApi: credential() },
		});
		expect(await poll()).toEqual([]);
		expect(asked()).toEqual([
			{ rows: '1', sheet: '1', orderBy: '["date_added desc","job_no asc"]' },
			{ rows: PAGE_SIZE, sheet: '1', orderBy: '["date_added asc","job_no asc"]' },
		]);
	});

	it.each([
		['is omitted', undefined],
		['is empty', ''],
		['is an earlier default value', '{"pageSize":"pageSize","page":"page","sort":"sort","count":"Pagination-Count","records":"L"}'],
		['is the default value', LIST_NAMES_TEXT],
		['is an empty object', {}],
	])('are the default names if the setting %s', async (_what, listNames) => {
		site.respond = () => ({ body: { L: jobs }, headers: { 'Pagination-Count': '120' } });
		expect(numbers(await run({ operation: 'getMany', returnAll: true }, listNames ?? null))).toHaveLength(120);
		expect(asked()).toEqual([{ pageSize: PAGE_SIZE, page: '1', sort: '["job_no asc"]' }]);
	});

	describe("for the 'Omit Empty Fields' and 'Omit Alternate Keys' options", () => {
		const HEADERS = '{"omitNulls":"header:X-Null-Handling","omitAlternateKeys":"header:X-Keys=no alternate; keys=all"}';
		const OMITTING = { omitNulls: true, omitAlternateKeys: true };
		const byKey = { record: { __rl: true, mode: 'job_no', value: '1' } };
		const sent = ({ address, headers }: Recorded = site.requests[0]!): unknown => ({
			nulls: headers['x-null-handling'],
			keys: headers['x-keys'],
			parameters: [...queryOf(address)].filter(([name]) => !['Query', 'pageSize', 'page', 'sort', 'resultColumns'].includes(name)),
		});
		const AS_HEADERS = { nulls: 'ignore', keys: 'no alternate; keys=all', parameters: [] };
		beforeEach(
			() =>
				void (site.respond = ({ address }) => ({
					body: address.includes('List?')
						? { L: jobs.slice(0, 1) }
						: address.includes('SysAttachment')
							? { sys_attachment: [{ attachment_no: 1, attachment_keystring: '10315:1' }] }
							: { jm_job: jobs.slice(0, 1) },
				})),
		);

		it('default to nullvaluehandling and alternatekeyhandling if the credential does not contain them', async () => {
			await run({ operation: 'get', ...byKey, options: OMITTING }, '{"records":"L"}');
			expect(sent()).toEqual({
				parameters: [
					['nullvaluehandling', 'ignore'],
					['alternatekeyhandling', 'ignore'],
				],
			});
		});

		it('can be query parameters with different names', async () => {
			await run({ operation: 'getMany', options: OMITTING }, '{"omitNulls":"nulls","omitAlternateKeys":"keys"}');
			expect(sent()).toEqual({
				parameters: [
					['nulls', 'ignore'],
					['keys', 'ignore'],
				],
			});
		});

		it.each([
			['Get', { operation: 'get', ...byKey }],
			['Get Many', { operation: 'getMany' }],
			['Look Up', { operation: 'get', findBy: 'keys', lookUpField: 'job_no', lookUpKey: '1' }],
		])('are sent by %s as headers, not as query parameters', async (_operation, parameters) => {
			const { error } = await run({ ...parameters, options: OMITTING }, HEADERS);
			expect(error).toBeNull();
			expect(sent()).toEqual(AS_HEADERS);
		});

		it('are sent as headers when attachments are read', async () => {
			const { error } = await run(
				{
					...resourceParameters('attachment'),
					operation: 'get',
					record: { __rl: true, mode: 'attachment_keystring', value: '10315:1' },
					options: OMITTING,
				},
				HEADERS,
			);
			expect(error).toBeNull();
			expect(sent()).toEqual(AS_HEADERS);
		});

		it('are sent as headers by the poll trigger', async () => {
			const { poll } = await createPoller(engine, {
				node: 'mediaOperationsPollTrigger',
				parameters: { authentication: 'basic', resource: 'job', options: OMITTING },
				credentials: { mediaOperationsBasicApi: credential(HEADERS) },
			});
			await poll();
			expect(site.requests.map(sent)).toContainEqual(AS_HEADERS);
		});

		it('are not sent if the options are off', async () => {
			await run({ operation: 'getMany' }, HEADERS);
			expect(sent()).toEqual({ parameters: [] });
		});

		it('conflict with an additional header of the same name only if the corresponding option is on', async () => {
			const extraHeaders = { entry: [{ name: 'x-null-handling', value: 'mine' }] };
			const { error } = await run({ operation: 'getMany', options: { omitNulls: true, extraHeaders } }, HEADERS);
			expect(error?.message).toContain("The 'x-null-handling' header is already set by the node or by its credential");
			expect(site.requests).toEqual([]);
			await run({ operation: 'getMany', options: { extraHeaders } }, HEADERS);
			expect(sent()).toEqual({ nulls: 'mine', parameters: [] });
		});
	});

	it('can consist of a single name', async () => {
		site.respond = () => ({ body: { data: jobs }, headers: { 'Pagination-Count': '120' } });
		expect(numbers(await run({ operation: 'getMany', returnAll: true }, '{"records": "data"}'))).toHaveLength(120);
	});

	it.each([
		['{"records": ', 'is not valid JSON'],
		['[1]', 'must be a JSON object of names'],
		['"L"', 'must be a JSON object of names'],
		[
			'{"size": "rows"}',
			"contains the unknown name 'size'; it can contain pageSize, page, sort, count, records, omitNulls, omitAlternateKeys",
		],
		['{"page": 1}', `has the invalid value 1 for 'page': ${NAME_RULE}`],
		['{"page": ""}', `has the invalid value "" for 'page': ${NAME_RULE}`],
		['{"page": "a&b=c"}', `has the invalid value "a&b=c" for 'page': ${NAME_RULE}`],
		['{"page": "header:X-Page"}', `has the invalid value "header:X-Page" for 'page': ${NAME_RULE}`],
		['{"count": "X-Total\\r\\nX: y"}', `has the invalid value "X-Total\\r\\nX: y" for 'count': ${NAME_RULE}`],
		['{"omitNulls": null}', `has the invalid value null for 'omitNulls': ${NAME_RULE}`],
		['{"omitNulls": "a b"}', `has the invalid value "a b" for 'omitNulls': ${NAME_RULE}`],
		['{"omitNulls": "header:"}', `has the invalid value "header:" for 'omitNulls': ${HEADER_NAME_RULE}`],
		['{"omitNulls": "header:X Null"}', `has the invalid value "header:X Null" for 'omitNulls': ${HEADER_NAME_RULE}`],
		['{"omitNulls": "header: X-Null=a"}', `has the invalid value "header: X-Null=a" for 'omitNulls': ${HEADER_NAME_RULE}`],
		['{"omitNulls": "header:X-Null="}', `has the invalid value "header:X-Null=" for 'omitNulls': ${HEADER_VALUE_RULE}`],
		[
			'{"omitNulls": "header:X-Null=a\\r\\nX: y"}',
			`has the invalid value "header:X-Null=a\\r\\nX: y" for 'omitNulls': ${HEADER_VALUE_RULE}`,
		],
		['{"omitNulls": "header:X-Null=a\\tb"}', `has the invalid value "header:X-Null=a\\tb" for 'omitNulls': ${HEADER_VALUE_RULE}`],
		['{"omitNulls": "header:X-Null=ü"}', `has the invalid value "header:X-Null=ü" for 'omitNulls': ${HEADER_VALUE_RULE}`],
		[
			'{"omitNulls": "header:authorization=Basic x"}',
			"has the invalid value \"header:authorization=Basic x\" for 'omitNulls': the 'authorization' header is set by the node or its credential",
		],
		[
			'{"omitNulls": "header:Division-Code"}',
			"has the invalid value \"header:Division-Code\" for 'omitNulls': the 'Division-Code' header is set by the node or its credential",
		],
		['{"omitNulls": "header:X-Omit=nulls", "omitAlternateKeys": "header:x-omit=keys"}', "uses the 'x-omit' header twice"],
		['{"omitNulls": "PAGE"}', "uses the 'PAGE' query parameter twice"],
		['{"omitNulls": "query"}', "uses the 'query' query parameter twice"],
	])('are rejected before anything is sent: %s', async (listNames, words) => {
		const { error } = await run({ operation: 'getMany' }, listNames);
		expect(error).toMatchObject({
			message: `'API Names (JSON)' in the credential ${words}`,
			description:
				'The default is {"pageSize":"pageSize","page":"page","sort":"sort","count":"Pagination-Count","records":"L","omitNulls":"nullvaluehandling","omitAlternateKeys":"alternatekeyhandling"}.',
		});
		expect(site.requests).toEqual([]);
	});
});
