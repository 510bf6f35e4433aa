import { DOCUMENTS, hasSince } from '../../../core/catalog';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import { sandboxForTests } from '../../support/sandboxForTests';
import { ask, definitionOf, type Json, NAMES, namesOf, onRelease } from './definitions';
import { createPhase, DEMO, JSON_BODY, newCode, send } from './wire';

const sandbox = sandboxForTests();

describe('The definitions', () => {
	const orderNumber = async (from: SandboxProcess): Promise<boolean[]> =>
		Object.values((await definitionOf(from, 'JmWoTransaction')).paths).flatMap((methods) =>
			Object.values(methods).map(({ parameters }) =>
				parameters.some((parameter) => parameter.name === 'wo_no_seq' && parameter.in === 'query' && parameter.required === true),
			),
		);

	test('list wo_no_seq as a required parameter for transactions on 11.2 and later', async () => {
		expect(await orderNumber(sandbox)).not.toContain(false);
		await onRelease('11.1', async (older) => expect(await orderNumber(older)).not.toContain(true));
	});

	test.each(['JmTrxList', 'JmTrxReport', 'JmWoTransactionList'])('do not list wo_no_seq as required in %s', async (name) => {
		const { paths } = await definitionOf(sandbox, name);
		expect(paths[`/${name}`]?.get?.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['Query']);
		expect((await send(`${sandbox.apiUrl}/${name}?Query={}&pageSize=1`, { headers: DEMO })).status).toBe(200);
	});

	test('describe the response to a create: keys in the body, and before 11.0 only a Location header', async () => {
		const responses = async (from: SandboxProcess): Promise<Json | undefined> =>
			(await definitionOf(from, 'JmPhase')).paths['/JmPhase']?.post?.responses;
		expect(await responses(sandbox)).toMatchObject({ 200: { content: expect.anything() as unknown } });
		for (const [release, success] of [
			['10.6', '204'],
			['11.0', '200'],
		] as const) {
			await onRelease(release, async (older) => {
				const described = (await responses(older)) ?? {};
				const { status, headers } = await createPhase(older, newCode());
				expect([Object.keys(described).filter((code) => code.startsWith('2')), String(status)]).toEqual([[success], success]);
				expect(JSON.stringify(described).includes('"Location"')).toBe(headers.location !== undefined);
			});
		}
	});

	// Specification, POST: "POST to JmJob returns 200 (documentation earlier said 204)"; Versioning, 11.3: "documented 2xx statuses
	// corrected".
	test.each([
		['10.6', '204', 204],
		['11.0', '204', 200],
		['11.2', '204', 200],
		['11.3', '200', 200],
		['26.1', '200', 200],
	] as const)('on %s document status %s for POST of JmJob, and the request returns %i', async (release, documented, responded) => {
		await onRelease(release, async (site) => {
			const { paths } = await definitionOf(site, 'JmJob');
			expect(Object.keys(paths['/JmJob']?.post?.responses ?? {}).filter((code) => code.startsWith('2'))).toEqual([documented]);
			const body = JSON.stringify({ jm_job: [{ job_desc: 'Documented', cust_id: '27' }] });
			expect((await send(`${site.apiUrl}/JmJob`, { method: 'POST', headers: JSON_BODY, body })).status).toBe(responded);
		});
	});

	test('contain no PUT, no Division-Code and no attachments on 10.6', async () => {
		await onRelease('10.6', async (older) => {
			const { paths } = await definitionOf(older, 'JmJob');
			const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
			expect(operations.map(([method]) => method)).not.toContain('put');
			expect(operations.flatMap(([, { parameters }]) => parameters.map(({ name }) => name))).not.toContain('Division-Code');
			expect((await ask(older, 'SysAttachment')).status).toBe(404);
		});
	});
});

describe('The index of all documents', () => {
	test('lists every document by module, with working links', async () => {
		const page = await send(`${sandbox.url}/ApiDocs`);
		expect(page.headers['content-type']).toContain('text/html');
		const listed = [...page.text.matchAll(/<td>(\w+)<\/td>/g)].map(([, name]) => name);
		for (const name of NAMES) {
			expect(listed).toContain(name);
		}
		for (const module of ['Jobs and Work Orders', 'Library', 'Transmission', 'System']) {
			expect(page.text).toContain(`<summary>${module}</summary>`);
		}
		const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link as string);
		expect(links).toHaveLength(NAMES.length * 2);
		for (const link of links) {
			expect((await send(`${sandbox.url}${link}`, { headers: DEMO })).status).toBe(200);
		}
	});

	test('lists no documents of later releases and no links to JSON on 10.6', async () => {
		await onRelease('10.6', async (older) => {
			const { text } = await send(`${older.url}/ApiDocs`);
			const listed = [...text.matchAll(/<tr><td>(\w+)<\/td>/g)].map(([, name]) => name);
			const known = namesOf(DOCUMENTS.filter(({ since }) => hasSince('10.6', since)));
			expect(listed.toSorted()).toEqual(known.toSorted());
			expect(known).not.toContain('SysAttachment');
			expect(text).not.toContain('>JSON<');
		});
	});
});
