/** Checks the documentation: links resolve, and examples return the output that the page shows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATORS, RELATIVE_DAYS, type QueryOperator } from '../../core/catalog';
import { wireDate } from '../../core/wire/dates';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { engineForTests, withTools } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { difference, runBlock, runComment, runEvent, runPoll, type Ran } from './support/examples';
import { anchorsOf, blocksOf, readPages, ROOT, tablesOf, targetsOf, type Block, type Page } from './support/pages';
import { pressAll } from './support/signInTests';

const PAGES = readPages();
const byName = new Map(PAGES.map((page) => [page.name, page]));
const GUIDES = PAGES.filter(({ name }) => name.startsWith('docs/guides/'));
const guide = (name: string): Page => byName.get(`docs/guides/${name}.md`)!;

const REPOSITORY = 'https://github.com/media-operations/n8n-nodes-media-operations';

/** The path of a link into this repository, relative to its root, and the anchor of the link; undefined for other links. */
const ownPlace = (address: string): readonly [name: string, anchor: string] | undefined => {
	const [, rest] =
		/^https:\/\/github\.com\/media-operations\/n8n-nodes-media-operations(?:\/(?:blob|tree|raw)\/main\/([^#]*))?(?=#|$)/.exec(address) ??
		[];
	if (!address.startsWith(REPOSITORY) || (rest === undefined && !/^#|^$/.test(address.slice(REPOSITORY.length)))) return undefined;
	const anchor = address.split('#')[1] ?? '';
	return [rest ?? 'README.md', anchor === 'readme' ? '' : anchor];
};

/** Why a link does not resolve; undefined if it does. */
const missing = (name: string, anchor: string): string | undefined => {
	if (!existsSync(path.join(ROOT, name))) return `${name} does not exist`;
	const page = byName.get(name) ?? byName.get(path.posix.join(name, 'README.md'));
	if (anchor === '') return undefined;
	return page && anchorsOf(page).has(anchor) ? undefined : `${name} has no heading #${anchor}`;
};

const lost = (page: Page): string[] =>
	targetsOf(page).flatMap((target) => {
		const own = ownPlace(target);
		if (own === undefined && /^[a-z]+:/i.test(target)) return [];
		const [file = '', anchor = ''] = target.split('#');
		const [name, place] = own ?? [
			file === '' ? page.name : path.posix.join(path.posix.dirname(page.name), decodeURIComponent(file)),
			anchor,
		];
		const why = missing(name, place);
		return why === undefined ? [] : [`${target}: ${why}`];
	});

describe('Links', () => {
	it.each(PAGES.map((page) => [page.name, page] as const))('in %s resolve', (_name, page) => {
		expect(lost(page)).toEqual([]);
	});

	it('that do not resolve are reported', () => {
		const page = (text: string): Page => ({ name: 'docs/guides/README.md', text });
		expect(
			lost(page('[a](no-such.md) ![b](../pictures/no-such.png) <img src="x.png"> [c](queries.md#no-such) [d]: nowhere.md\n')),
		).toHaveLength(4);
		expect(lost(page(`[a](${REPOSITORY}/blob/main/docs/none.md) [b](${REPOSITORY}#none)`))).toHaveLength(2);
		expect(lost(page('`[a](no-such.md)` <!-- [b](no-such.md) -->\n```\n[c](no-such.md)\n```\n[e](https://example.com/x.md)'))).toEqual([]);
	});

	it('in nodes, credentials and codex files point to existing pages', () => {
		const types = loadPackage('sources');
		const codex = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.node.json'))
			.map((name) => readFileSync(path.join(ROOT, 'nodes', name), 'utf8'));
		const outcome = [
			...codex,
			JSON.stringify([...types.nodes.values()].map(({ description }) => description)),
			JSON.stringify([...types.credentials.values()]),
		].join('\n');
		const addresses = [...new Set(outcome.match(/https:\/\/github\.com\/media-operations\/[^\s"\\<>]+/g))];
		expect(addresses.length).toBeGreaterThan(5);
		expect(
			addresses.flatMap((address) => {
				const own = ownPlace(address);
				return own ? (missing(...own) ?? []) : [`${address} is not an address of this project`];
			}),
		).toEqual([]);
	});
});

describe('Examples', () => {
	const engine = engineForTests(withTools);
	const sandbox = sandboxForTests();

	const processed = async (block: Block): Promise<(Ran & { response?: unknown }) | undefined> => {
		switch (block.kind) {
			case 'json node':
				return await runBlock(engine, sandbox, block);
			case 'json poll':
				return await runPoll(engine, sandbox, block);
			case 'json event':
				return await runEvent(engine, sandbox, block);
			default:
				return block.comment !== undefined && ['json output', 'message'].includes(block.kind)
					? await runComment(engine, sandbox, block.comment)
					: undefined;
		}
	};

	const inputOf = (node: Block | undefined): unknown =>
		node?.kind === 'json node' ? (JSON.parse(node.text) as { input?: { json: unknown }[] }).input?.map(({ json }) => json) : undefined;

	/**
	 * The differences between the results on a page and the actual results. Runs the page from top to bottom, starting with a fresh sandbox.
	 */
	const disagreements = async (page: Page): Promise<string[]> => {
		const found: string[] = [];
		let last: (Ran & { response?: unknown }) | undefined;
		const blocks = blocksOf(page);
		for (const [index, block] of blocks.entries()) {
			const say = (words: string | undefined): void => void (words === undefined || found.push(`${page.name}:${block.line}: ${words}`));
			last = (await processed(block)) ?? last;
			if (block.kind === 'json input')
				say(difference(inputOf(blocks[index + 1]), JSON.parse(block.text), 'the input of the node that follows'));
			if (block.kind === 'json output') say(last?.message ?? difference(last?.items, JSON.parse(block.text)));
			if (block.kind === 'json response') say(difference(last?.response, JSON.parse(block.text), 'the response'));
			if (block.kind === 'message' && last?.message !== block.text) say(`The message is ${JSON.stringify(last?.message)}`);
		}
		return found;
	};

	it.each(
		GUIDES.filter((page) => blocksOf(page).some(({ kind }) => /^(json (node|poll|event|output)|message)$/.test(kind))).map(
			(page) => [page.name, page] as const,
		),
	)(
		'in %s return the result shown',
		async (_name, page) => {
			await sandbox.control.reset();
			expect(await disagreements(page)).toEqual([]);
		},
		120_000,
	);

	it('that return a different result are reported', async () => {
		const file =
			'```json node\n{ "node": "mediaOperations", "parameters": { "resource": "job", "operation": "get", "record": { "__rl": true, "mode": "job_no", "value": "1" }, "options": { "columns": ["job_desc"] } }, "credentials": { "mediaOperationsBasicApi": { "baseUrl": "http://127.0.0.1:4010/api/v2/database/DEMO", "username": "demo", "password": "demo" } } }\n```\n\n';
		const output = (shown: string): Page => ({ name: 'x.md', text: `${file}\`\`\`json output\n${shown}\n\`\`\`\n` });
		for (const shown of ['[{ "job_no": 1, "job_desc": "…" }]', '[{ "job_no": 1, "…": "…" }]', '["…"]', '"…"'])
			expect(await disagreements(output(shown))).toEqual([]);
		for (const shown of [
			'[{ "job_no": 2, "…": "…" }]',
			'[{ "job_no": 1 }]',
			'[]',
			'[{ "job_no": 1, "other": 1, "…": "…" }]',
			'[{ "job_desc": "…", "job_no": 1 }]',
			'[{ "job_no": 1, "…": "…" }, {}]',
		])
			expect(await disagreements(output(shown))).toHaveLength(1);
		expect(await disagreements({ name: 'x.md', text: `\`\`\`json input\n[{ "a": 1 }]\n\`\`\`\n\n${file}` })).toHaveLength(1);
		expect(
			await disagreements({ name: 'x.md', text: `${file}> **Something else [Item 0]**<br>\n> 404 on GET /x. Do this.\n` }),
		).toHaveLength(1);
	});

	it('of conditions send the query shown in the same table row, and cover every condition', async () => {
		const [{ rows = [] } = {}] = tablesOf(guide('queries')).filter(({ header }) => header[0] === 'Operator');
		const place = { page: 'docs/guides/queries.md', table: 'Operator' };
		expect({ ...place, operators: rows.map(([label]) => label) }).toEqual({ ...place, operators: OPERATORS.map(({ label }) => label) });
		for (const [label, fieldName = '', given = '', shown = ''] of rows) {
			const { name, operand } = OPERATORS.find((operator) => operator.label === label)!;
			const [value, valueTo] = operand === 'pair' ? given.split(' and ') : [given];
			await sandbox.control.clearJournal();
			const condition = {
				fieldName,
				operator: name,
				...(operand === 'list' ? { values: given } : { value, ...(valueTo === undefined ? {} : { valueTo }) }),
			};
			const { error } = await engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication: 'basic',
					resource: 'workOrder',
					operation: 'getMany',
					limit: 1,
					conditions: { condition: [condition] },
				},
				credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
			});
			expect([label, error]).toEqual([label, null]);
			const { entries } = await sandbox.control.journal({ document: 'JmWorkOrderList' });
			expect([label, entries[0]?.query.Query]).toEqual([label, shown.replaceAll('`', '')]);
		}
	});

	it('of date conditions name every operator for dates', () => {
		const [{ rows = [] } = {}] = tablesOf(guide('queries')).filter(({ header }) => header[0] === 'Operator for Dates');
		const operators: readonly QueryOperator[] = OPERATORS;
		const named = operators.flatMap(({ types, label, dateLabel, operand }) =>
			types.includes('dateTime') && operand !== 'none' ? [dateLabel ?? label] : [],
		);
		const place = { page: 'docs/guides/queries.md', table: 'Operator for Dates' };
		expect({ ...place, operators: rows.map(([label]) => label) }).toEqual({
			...place,
			operators: [...named, ...RELATIVE_DAYS.map(({ label }) => label)],
		});
	});

	it('of dates show the values that the node sends', () => {
		const [{ rows = [] } = {}] = tablesOf(guide('dates')).filter(({ header }) => header[1] === 'Sent as');
		expect(rows.length).toBeGreaterThan(4);
		const plain = (cell = ''): string => cell.replaceAll('`', '');
		expect(rows.map(([given]) => wireDate(plain(given), 'wo_begin_dt', { zone: 'Europe/Berlin' }))).toEqual(
			rows.map(([, sent]) => plain(sent)),
		);
	});

	it("of connection tests show n8n's message", async () => {
		const shown = GUIDES.flatMap(tablesOf)
			.filter(({ header }) => header[0] === 'Test message')
			.flatMap(({ rows }) => rows.map(([words = '']) => words));
		expect(shown.length).toBeGreaterThan(15);
		const expectedMessage = await pressAll(engine, sandbox);
		expect(shown.filter((words) => !expectedMessage.has(words))).toEqual([]);
	});
});
