/** The lists in the editor for sites that differ from the sandbox. */
import type { ICredentialDataDecryptedObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { loadOptions } from '../../bridge/panel/panelLists';
import { searchRows } from '../../bridge/panel/rowSearch';
import { panelContext } from '../../workshop/engine/panel';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

const engine = engineForTests();
const site = siteForTests();

const BASIC = 'mediaOperationsBasicApi';
const panel = async (parameters: INodeParameters, data: ICredentialDataDecryptedObject = {}): Promise<ILoadOptionsFunctions> =>
	await panelContext(engine, {
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource: 'job', operation: 'get', ...parameters },
		credentials: { [BASIC]: { baseUrl: site.url, username: 'demo', password: 'demo', ...data } },
	});

const jobs = Array.from({ length: 120 }, (_, index) => ({ job_no: index + 1, job_desc: `Job ${index + 1}` }));
const queryOf = (address: string): URLSearchParams => new URL(address, site.origin).searchParams;

/** Reads page after page, like a user who scrolls down. */
const scrolled = async (): Promise<unknown[]> => {
	const seen: unknown[] = [];
	for (let token: string | undefined = '1'; token !== undefined;) {
		const { results, paginationToken }: Awaited<ReturnType<typeof searchRecords>> = await searchRecords.call(
			await panel({}),
			undefined,
			token === '1' ? undefined : token,
		);
		seen.push(...results.map(({ value }) => value));
		if (seen.length > 1_000) throw new Error('The list has no end');
		token = paginationToken as string | undefined;
	}
	return seen;
};

describe('A list in which the user selects a record', () => {
	it('continues to the last record even if only the first page has the correct count, as on releases before 11.2', async () => {
		site.respond = ({ address }) => {
			const page = Number(queryOf(address).get('page'));
			const records = jobs.slice((page - 1) * 50, page * 50);
			return { body: { L: records }, headers: { 'Pagination-Count': String(page === 1 ? jobs.length : records.length) } };
		};
		expect(await scrolled()).toEqual(jobs.map(({ job_no: number }) => String(number)));
		expect(site.requests).toHaveLength(3);
	});

	it.each([
		[25, { 'Pagination-Count': '120' }],
		[80, { 'Pagination-Count': '120' }],
		[25, {}],
		[80, {}],
	])('continues to the last record if the site uses its own page size: %i records, with the headers %j', async (size, headers) => {
		site.respond = ({ address }) => {
			const page = Number(queryOf(address).get('page'));
			return { body: { L: jobs.slice((page - 1) * size, page * size) }, headers };
		};
		expect(await scrolled()).toEqual(jobs.map(({ job_no: number }) => String(number)));
	});

	it('ends after the first page if the site ignores page numbers and returns all records', async () => {
		site.respond = () => ({ body: { L: jobs } });
		expect(await scrolled()).toHaveLength(jobs.length);
		expect(site.requests.map(({ address }) => queryOf(address).get('page'))).toEqual(['1', '2']);
	});
});

describe('The choices of a look-up field', () => {
	const customers = Array.from({ length: 40 }, (_, index) => ({ cust_id: String(index + 1), cust_name: `Customer ${index + 1}` }));
	/** The number of choices for the customer of a new job, if the site returns `size` customers per page and no count. */
	const choices = async (size: number): Promise<number | undefined> => {
		site.respond = ({ address }) => {
			if (!address.includes('List?')) return { status: 404, body: { error: 'No definitions' } };
			const page = Number(queryOf(address).get('page'));
			return { body: { L: customers.slice((page - 1) * size, page * size) } };
		};
		const context = await panel({ operation: 'create' }, { divisionCode: String(size) });
		return (await getMappedFields.call(context)).fields.find(({ id }) => id === 'cust_id')?.options?.length;
	};

	it('are all records, even if the site returns no count', async () => {
		expect(await choices(50)).toBe(customers.length);
	});

	it('are omitted if the site uses its own page size and returns no count, because the first page may be incomplete', async () => {
		expect(await choices(10)).toBeUndefined();
	});
});

describe('The rows of a sub-table', () => {
	const rows = async (steps: readonly object[], place: number) => {
		const context = await panel(
			{
				resource: 'transmissionOrder',
				record: { __rl: true, mode: 'wo_no_seq', value: '1-1' } as never,
				subTables: { step: steps as never },
			},
			{ username: 'demo' },
		);
		Object.assign(context, { path: `parameters.subTables.step[${place}].value` });
		return await searchRows.call(context);
	};

	it('are not requested if a table name or a row key is an expression', async () => {
		const below = { table: 'mo_operation', key: 'operation_no', value: { __rl: true, mode: 'list', value: '' } };
		expect(
			await rows(
				[{ table: 'mo_service_row', key: 'service_row_no', value: { __rl: true, mode: 'key', value: '={{ $json.row }}' } }, below],
				1,
			),
		).toEqual({ results: [] });
		expect(await rows([{ ...below, table: '={{ $json.table }}' }], 0)).toEqual({ results: [] });
		expect(site.requests.filter(({ address }) => address.includes('wo_no_seq'))).toEqual([]);
	});
});

describe('The one-minute cache of the editor lists', () => {
	/** The first option in the customer list of a new job. */
	const firstChoice = async (context: ILoadOptionsFunctions): Promise<unknown> =>
		(await getMappedFields.call(context)).fields.find(({ id }) => id === 'cust_id')?.options?.[0]?.name;
	const respondBy = (nameOf: (headers: Readonly<Record<string, string>>) => string | undefined): void => {
		site.respond = ({ address, headers }) =>
			address.includes('List?')
				? { body: { L: [{ cust_id: '1', cust_name: nameOf(headers) }] } }
				: { status: 404, body: { error: 'No definitions' } };
	};

	it("does not show one user's values to another user of the same OAuth 2 client", async () => {
		// The site returns a name for each user, because the node would mask a token in the response.
		const people = new Map([
			['token-of-anna', 'Seen by Anna'],
			['token-of-bert', 'Seen by Bert'],
		]);
		respondBy(({ authorization }) => people.get(String(authorization).replace('Bearer ', '')));
		for (const [token, name] of people) {
			site.tokens.add(token);
			const data: ICredentialDataDecryptedObject = {
				baseUrl: site.url,
				grantType: 'authorizationCode',
				clientId: 'shared',
				clientSecret: 'secret',
				oauthTokenData: { access_token: token, token_type: 'Bearer' },
			};
			const context = await panelContext(engine, {
				node: 'mediaOperations',
				parameters: { authentication: 'oAuth2', resource: 'job', operation: 'create' },
				credentials: { mediaOperationsOAuth2Api: data },
			});
			expect(await firstChoice(context)).toBe(`${name} (1)`);
		}
	});

	it('does not contain the sign-in token, even if the site returns it in a record', async () => {
		site.tokens.add('token-of-anna');
		respondBy(({ authorization }) => authorization);
		const data: ICredentialDataDecryptedObject = {
			baseUrl: site.url,
			grantType: 'authorizationCode',
			clientId: 'repeated',
			clientSecret: 'secret',
			oauthTokenData: { access_token: 'token-of-anna', token_type: 'Bearer' },
		};
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: 'oAuth2', resource: 'job', operation: 'create' },
			credentials: { mediaOperationsOAuth2Api: data },
		});
		expect(await firstChoice(context)).toBe('… (1)');
	});

	it("does not show one division's values in another division", async () => {
		respondBy((headers) => headers['division-code']);
		for (const divisionCode of ['LON', 'PAR'])
			expect(await firstChoice(await panel({ operation: 'create' }, { divisionCode }))).toBe(`${divisionCode} (1)`);
	});
});

describe("A definition's URL", () => {
	it('contains the names of the database and the document, even if they contain a dollar sign', async () => {
		await loadOptions.getFieldsToSend.call(
			await panel(
				{ resource: 'anyDocument', documentName: 'Odd$&Name', operation: 'create' },
				{ baseUrl: `${site.origin}/api/v2/database/DE$$MO` },
			),
		);
		expect(site.requests[0]?.address).toContain('/DE$$MO/spec/Odd%24%26Name');
	});
});
