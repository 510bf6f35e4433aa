/** The explorer's requests, sent as Swagger UI sends them; test/e2e/console.test.ts uses the explorer in Chromium. */
import { hasSince, RELEASES } from '../../../core/catalog';
import { OTHER_SITE } from '../../../workshop/otherSite';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly example?: string;
}
interface Operation {
	readonly parameters: readonly Parameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}
interface Definition {
	readonly servers: readonly { readonly url: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly flows?: object }>> };
}

const definitionOf = async ({ url }: SandboxProcess, document: string, key = ''): Promise<Definition> => {
	const response = await fetch(`${url}/console/explorer/definition.json?document=${document}&key=${key}`);
	expect(response.status).toBe(200);
	return (await response.json()) as Definition;
};

const documentsOf = async ({ url }: SandboxProcess): Promise<string[]> =>
	[...(await (await fetch(`${url}/console/explorer`)).text()).matchAll(/<option value="(\w+)"/g)].map(([, name]) => name as string);

/** Sends an operation with its examples. Undefined if a required value has no example. */
const execute = async (
	{ url }: SandboxProcess,
	{ servers: [server] }: Definition,
	[template, method, { parameters, requestBody }]: readonly [string, string, Operation],
): Promise<{ status: number; text: string } | undefined> => {
	if (parameters.some(({ required, example }) => required === true && example === undefined)) {
		return undefined;
	}
	const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
	const path = parameters
		.filter((each) => each.in === 'path')
		.reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(example ?? '')), template);
	const query = parameters.flatMap(({ in: place, name, example }) =>
		place === 'query' && example !== undefined ? [`${name}=${encodeURIComponent(example)}`] : [],
	);
	const response = await fetch(`${url}${server?.url}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`, {
		method: method.toUpperCase(),
		headers: { Authorization: DEMO_USER, ...(type === undefined ? {} : { 'Content-Type': type }) },
		...(media?.example === undefined ? {} : { body: JSON.stringify(media.example) }),
	});
	return { status: response.status, text: await response.text() };
};

const operationsOf = ({ paths }: Definition): Array<readonly [string, string, Operation]> =>
	Object.entries(paths).flatMap(([template, item]) =>
		Object.entries(item).map(([method, operation]): readonly [string, string, Operation] => [template, method, operation]),
	);

/** Sends every operation that the explorer fills in, except deletions; returns the number of operations by method, and the failures. */
const executeAll = async (
	sandbox: SandboxProcess,
): Promise<{
	counts: Record<string, number>;
	failures: Array<readonly [document: string, method: string, template: string, result: object]>;
}> => {
	const counts: Record<string, number> = {};
	const failures: Array<readonly [document: string, method: string, template: string, result: object]> = [];
	for (const document of await documentsOf(sandbox)) {
		const definition = await definitionOf(sandbox, document);
		for (const operation of operationsOf(definition)) {
			const [template, method, { requestBody }] = operation;
			const isFilledIn = requestBody === undefined || Object.values(requestBody.content)[0]?.example !== undefined;
			const result = method !== 'delete' && isFilledIn ? await execute(sandbox, definition, operation) : undefined;
			if (result !== undefined) {
				counts[method] = (counts[method] ?? 0) + 1;
				if (result.status >= 300) failures.push([document, method, template, result]);
			}
		}
	}
	return { counts, failures };
};

describe.each(RELEASES)('The explorer on release %s', (release) => {
	test('prefills only requests that work, except for transactions before 11.2', async () => {
		const sandbox = await startSandbox({ release });
		try {
			const { counts, failures } = await executeAll(sandbox);
			// Before 11.2, the definition did not contain the parameter that a transaction requires (specification: Versioning).
			const known = hasSince(release, '11.2') ? [] : failures.filter(([document]) => document === 'JmWoTransaction');
			expect(failures).toEqual(known);
			expect(known.length > 0).toBe(!hasSince(release, '11.2'));
			expect(counts.get).toBeGreaterThan(50);
			expect(counts.post).toBeGreaterThan(15);
			expect(counts.patch).toBeGreaterThan(15);
		} finally {
			await sandbox.stop();
		}
	});
});

test('the explorer on a site with a profile prefills only requests that work', async () => {
	const sandbox = await startSandbox({ siteProfile: OTHER_SITE });
	try {
		expect((await executeAll(sandbox)).failures).toEqual([]);
		const { paths } = await definitionOf(sandbox, 'JmJob');
		expect(paths['/JmJobs']?.get?.parameters).toContainEqual(expect.objectContaining({ name: 'filter', example: '{}' }));
		expect(Object.keys(paths)).not.toContain('/JmJobList');
	} finally {
		await sandbox.stop();
	}
});

describe('The explorer', () => {
	const sandbox = sandboxForTests();

	test('fills in the key of the record', async () => {
		const { paths } = await definitionOf(sandbox, 'JmJob', '342');
		expect(paths['/JmJob/job_no={job_no}']?.get?.parameters).toContainEqual(expect.objectContaining({ name: 'job_no', example: '342' }));
	});

	test("fills in the order number in a transaction's URL", async () => {
		const definition = await definitionOf(sandbox, 'JmWoTransaction', '20');
		const read = operationsOf(definition).find(([template, method]) => method === 'get' && template.endsWith('{trx_no}'));
		expect(await execute(sandbox, definition, read!)).toMatchObject({
			status: 200,
			text: expect.stringContaining('"trx_no":20') as string,
		});
	});

	test('reports an unknown record', async () => {
		expect((await fetch(`${sandbox.url}/console/explorer/definition.json?document=JmJob&key=999999`)).status).toBe(404);
	});

	test('offers only the sign-in methods that a web page can use', async () => {
		const { components } = await definitionOf(sandbox, 'JmJob');
		expect(Object.keys(components.securitySchemes)).toEqual(['basic', 'token', 'oauth']);
		expect(Object.keys(components.securitySchemes.oauth?.flows ?? {})).toEqual(['clientCredentials']);
	});

	test('serves the two files of Swagger UI that it needs, and no other file of the package', async () => {
		const statusOf = async (address: string): Promise<number> => (await fetch(`${sandbox.url}/console/explorer/${address}`)).status;
		expect(await Promise.all(['swagger-ui.css', 'swagger-ui-bundle.js'].map(statusOf))).toEqual([200, 200]);
		expect(await Promise.all(['package.json', encodeURIComponent('../package.json'), 'constructor', 'index.html'].map(statusOf))).toEqual([
			404, 404, 404, 404,
		]);
	});

	test('allows no inline script or style, and no other origin', async () => {
		const { headers } = await fetch(`${sandbox.url}/console/explorer`);
		expect(headers.get('content-security-policy')).toBe(
			"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; img-src data:",
		);
		const foreign = await fetch(`${sandbox.url}/console/explorer/definition.json`, { headers: { Origin: 'https://evil.example' } });
		expect(foreign.status).toBe(403);
	});

	test.each([
		['document=Nothing', 404],
		['document=JmJob&document=JmPhase', 400],
	])('rejects %s', async (query, status) => {
		expect((await fetch(`${sandbox.url}/console/explorer?${query}`)).status).toBe(status);
		expect((await fetch(`${sandbox.url}/console/explorer/definition.json?${query}`)).status).toBe(status);
	});
});
