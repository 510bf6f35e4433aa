import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readSiteProfile } from '../../core/catalog';
import { ownResponse, siteRequest } from '../../core/wire/siteFormat';
import { checkout } from '../../workshop/paths';
import { known } from './site';
import { SCHEMA_FILE, schemaText } from '../../workshop/reference/siteProfile';

const request = (path: string, body?: string) =>
	({
		document: known(path.startsWith('/JmJob') ? 'JmJob' : 'JmWorkOrder'),
		method: 'GET',
		path,
		headers: {},
		effect: 'read',
		...(body === undefined ? {} : { body }),
	}) as const;

describe('A site profile', () => {
	it.each<[unknown, string]>([
		['{', 'is not valid JSON'],
		['[]', 'must be a JSON object, got []'],
		[{ lists: {} }, "must contain 'version'"],
		[{ version: 2 }, "'version' must be 1, got 2"],
		[{ version: 1, list: {} }, "contains the unknown setting 'list'; it can contain $schema, version, release"],
		[{ version: 1, release: '9' }, '\'release\' must be one of 10.6, 11.0, 11.1, 11.2, 11.3, 11.4, 26.1, got "9"'],
		[{ version: 1, lists: { root: 'L' } }, "contains the unknown setting 'lists.root'; 'lists' can contain query"],
		[{ version: 1, lists: { records: 'a b' } }, '\'lists.records\' must be a name of letters, digits, hyphens and underscores, got "a b"'],
		[{ version: 1, lists: { maxPageSize: 0 } }, "'lists.maxPageSize' must be a whole number from 1 to 1000000, got 0"],
		[{ version: 1, lists: { maxPageSize: '5' } }, '\'lists.maxPageSize\' must be a whole number, got "5"'],
		[{ version: 1, definition: {} }, "'definition' must contain 'url'"],
		[{ version: 1, definition: { url: 3 } }, "'definition.url' must be a string or null, got 3"],
		[{ version: 1, definition: { url: ' ' } }, "'definition.url' must not be empty"],
		[{ version: 1, documents: { JmJob: { list: 'Jm Job' } } }, "'documents.JmJob.list' must be a name of letters"],
		[{ version: 1, requests: { compression: 'no' } }, '\'requests.compression\' must be true or false, got "no"'],
		[{ version: 1, successResponses: ['empty', 'empty'] }, "'successResponses' must not contain a value twice"],
		[{ version: 1, successResponses: ['odd'] }, '\'successResponses[0]\' must be one of empty, accepted, object, got "odd"'],
	])('with the value %j is rejected with a message that contains: %s', (given, refusal) => {
		expect(readSiteProfile(given).refusal).toContain(refusal);
	});

	it.each([['{}'], [''], [undefined], [{}]])('with the value %j has no settings', (given) => {
		expect(readSiteProfile(given)).toEqual({ profile: { version: 1 } });
	});

	it('has a published schema that equals the output of npm run reference', () => {
		expect(readFileSync(path.join(checkout, SCHEMA_FILE), 'utf8')).toBe(schemaText());
	});
});

describe('A request to a site', () => {
	it('stays unchanged if the site has no profile or an empty one', () => {
		const sent = request(
			'/JmJobList?Query=%7B%22job_desc%22%3A%22a%25%22%7D&page=2&resultColumns=%7B%22L%22%3A%5B%5D%7D',
			'{"jm_job":[{"job_no":{"job_no":1}}]}',
		);
		expect(siteRequest(sent, undefined)).toBe(sent);
		expect(siteRequest(sent, { version: 1 })).toEqual(sent);
	});

	it('keeps the text of the body unless the profile changes a name in it', () => {
		const sent = request('/JmJob', '{ "jm_job": [ { "job_desc": "A" } ] }');
		expect(siteRequest(sent, { version: 1, lists: { query: 'Filter' }, documents: { JmJob: { list: 'Jobs' } } }).body).toBe(sent.body);
		expect(siteRequest(sent, { version: 1, documents: { JmJob: { table: 'job' } } }).body).toBe('{"job":[{"job_desc":"A"}]}');
	});

	it('contains plain keys instead of key objects, except for alternate keys, if the profile sets flat keys', () => {
		const body = JSON.stringify({
			jm_job: [{ job_no: { external_key: 'A' }, external_key: 'A', jm_episode: [{ title_no: { title_no: 3 } }] }],
		});
		expect(
			JSON.parse(siteRequest(request('/JmJob/external_key=A', body), { version: 1, records: { keys: 'flat' } }).body as string),
		).toEqual({
			jm_job: [{ job_no: { external_key: 'A' }, external_key: 'A', jm_episode: [{ title_no: 3 }] }],
		});
	});

	it('contains local times in date fields, and unchanged strings in other fields, if the profile sets local dates', () => {
		const profile = { version: 1, records: { dates: 'local', timeZone: 'Europe/Berlin' } } as const;
		const body = JSON.stringify([
			{ op: 'replace', path: 'wo_begin_dt', value: '2026-07-01T10:00:00Z' },
			{ op: 'replace', path: 'wo_desc', value: '2026-07-01T10:00:00Z' },
		]);
		expect(siteRequest(request('/JmWorkOrder/wo_no_seq=1-1', body), profile).body).toBe(
			JSON.stringify([
				{ op: 'replace', path: 'wo_begin_dt', value: '2026-07-01T12:00:00' },
				{ op: 'replace', path: 'wo_desc', value: '2026-07-01T10:00:00Z' },
			]),
		);
		const response = ownResponse(
			{
				kind: 'response',
				status: 200,
				headers: {},
				body: { jm_work_order: [{ wo_begin_dt: '2026-12-01T10:00:00', wo_desc: '2026-12-01T10:00:00' }] },
			},
			request('/JmWorkOrder/wo_no_seq=1-1'),
			profile,
		);
		expect(response.body).toEqual({ jm_work_order: [{ wo_begin_dt: '2026-12-01T09:00:00Z', wo_desc: '2026-12-01T10:00:00' }] });
	});
});
