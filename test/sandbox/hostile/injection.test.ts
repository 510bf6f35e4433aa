import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DOCUMENTS, type DocumentEntry, type Field, OPERATORS, SAVE_ARGUMENTS } from '../../../core/catalog';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { type Asked, callerOf, PAYLOAD_FORM, type HttpResponse, errorOf } from '../data/caller';
import { type DatabaseContents, inspectDatabase } from './database';

/** If one of these strings reaches SQL as anything but a value, a response differs, a record changes, or SQLite reports an error. */
const INJECTIONS = [
	"x' OR '1'='1' --",
	'x") OR TRUE; DELETE FROM jm_job; --',
	"\\' UNION SELECT json_open FROM sys_contact; DROP TABLE jm_phase --",
	"0); UPDATE jm_work_order SET wo_desc = 'taken'; --",
] as const;
const encoded = encodeURIComponent;
const AT_ONCE = 16;

let folder: string;
let file: string;
let sandbox: SandboxProcess;
const call = callerOf(() => sandbox);

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-injection-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ask {
	readonly method: string;
	readonly path: string;
	readonly asked?: Asked;
	/** Whether a response to the request is valid. */
	readonly fits: (response: HttpResponse) => boolean;
}

const isRefusal = ({ status, text }: HttpResponse): boolean =>
	status >= 400 && status <= 500 && text.startsWith('{"error":') && !text.includes('could not process the request');
const findsNothing = ({ status, json }: HttpResponse): boolean => status === 200 && json.L?.length === 0;
const isWhole = ({ status, json }: HttpResponse): boolean => status === 200 && Array.isArray(json.L);

/** Sends all requests, up to 16 at the same time, and returns those with an invalid response. */
const invalidResponsesOf = async (asks: readonly Ask[]): Promise<string[]> => {
	const stray: string[] = [];
	const queue = asks.values();
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (const { method, path: address, asked = {}, fits } of queue) {
				const response = await call(method, address, asked);
				if (!fits(response)) {
					stray.push(`${method} ${address} ${JSON.stringify(asked)} → ${response.status} ${response.text.slice(0, 200)}`);
				}
			}
		}),
	);
	return stray;
};

const operandOf = (wire: string | null, text: string): unknown => {
	switch (wire) {
		case null:
			return text;
		case '$range':
			return { $range: [text, text] };
		case '$in':
		case '$notin':
		case '$LIKEAND':
			return { [wire]: [text] };
		default:
			return { [wire]: text };
	}
};
const WIRES = [...new Set(OPERATORS.map(({ wire }) => wire))];
/** Operators that can match records with values other than the given one. */
const MATCHES_OTHER_RECORDS = new Set<string | null>(['$ne', '$notin', '$gt', '$gte', '$lt', '$lte']);

const withTransactions = ({ requiredParameters = [] }: DocumentEntry, query: Record<string, unknown>): Record<string, unknown> => ({
	...Object.fromEntries(requiredParameters.map((name) => [name, '100-1'])),
	...query,
});
const LISTED = DOCUMENTS.filter(({ list }) => list !== undefined);

/** Every field of the list with every operator. If a value has the wrong type, the error names the field. */
const queries = (document: DocumentEntry): Ask[] =>
	document.table.fields.flatMap((field) =>
		WIRES.flatMap((wire) =>
			INJECTIONS.map((text): Ask => ({
				method: 'GET',
				path: `/${document.list}`,
				asked: { query: { Query: { [field.name]: operandOf(wire, text) }, pageSize: 2 } },
				fits: (response) =>
					response.status === 200
						? MATCHES_OTHER_RECORDS.has(wire)
							? isWhole(response)
							: findsNothing(response)
						: isRefusal(response) && errorOf(response).includes(`'${field.name}'`),
			})),
		),
	);

/** Changes to all records whose external key equals an injection. No record has such a key. */
const changesOfLists = (document: DocumentEntry): Ask[] =>
	document.verbs.includes('updateMany')
		? INJECTIONS.map((text) => ({
				method: 'PATCH',
				path: `/${document.list}`,
				asked: { query: { Query: { external_key: text } }, body: [{ op: 'replace', path: document.titleField, value: 'taken' }] },
				fits: (response) => response.status === 204 || isRefusal(response),
			}))
		: [];

/** Injections as the name of a field, operator or column, and as a sort order, page or null handling. */
const names = (document: DocumentEntry): Ask[] =>
	INJECTIONS.flatMap((text) =>
		[
			{ Query: { [text]: 1 } },
			{ Query: { [document.table.key]: { [`$${text}`]: 1 } } },
			{ Query: text },
			{ Query: {}, resultColumns: { L: [text] } },
			{ Query: {}, resultColumns: { L: text } },
			{ Query: {}, resultColumns: { [text]: [document.table.key] } },
			{ Query: {}, pageSize: 1, sort: JSON.stringify([text]) },
			{ Query: {}, pageSize: 1, sort: JSON.stringify([`${document.table.key} ${text}`]) },
			{ Query: {}, pageSize: 1, sort: text },
			{ Query: {}, pageSize: text },
			{ Query: {}, pageSize: 1, page: text },
			{ Query: {}, nullvaluehandling: text },
			{ Query: {}, alternatekeyhandling: text },
		].map((query): Ask => ({ method: 'GET', path: `/${document.list}`, asked: { query }, fits: isRefusal })),
	);

/** Keys, key names and sub-tables in addresses, bodies and headers, with every method. */
const addresses = (document: DocumentEntry, known: string): Ask[] => {
	const { name, table, alternateKeys } = document;
	const query = withTransactions(document, {});
	const ask = (method: string, address: string, asked: Asked = {}): Ask => ({
		method,
		path: `/${address}`,
		asked: { query, ...asked },
		fits: isRefusal,
	});
	return INJECTIONS.flatMap((text) => [
		ask('GET', `${encoded(text)}/${table.key}=1`),
		ask('GET', `${name}${encoded(text)}/${table.key}=1`),
		ask('GET', `${name}/${encoded(text)}=1`),
		...[table.key, ...alternateKeys].flatMap((key) =>
			['GET', 'DELETE', 'PATCH', 'PUT'].map((method) =>
				ask(
					method,
					`${name}/${key}=${encoded(text)}`,
					method === 'PATCH'
						? { body: [{ op: 'replace', path: document.titleField, value: 'taken' }] }
						: method === 'PUT'
							? { body: { [table.name]: [{ [text]: 1 }] }, headers: PAYLOAD_FORM }
							: {},
				),
			),
		),
		ask('GET', `${known}/${encoded(text)}`),
		...(table.subTables ?? []).flatMap((below) => [
			ask('GET', `${known}/${below.name}${encoded(text)}`),
			ask('GET', `${known}/${below.name}/${encoded(text)}=1`),
			...['GET', 'DELETE'].map((method) => ask(method, `${known}/${below.name}/${below.key}=${encoded(text)}`)),
			ask('PATCH', `${known}/${below.name}/${below.key}=${encoded(text)}`, {
				body: [{ op: 'replace', path: below.fields[0]!.name, value: 'x' }],
			}),
			ask('GET', known, { query: { ...query, resultColumns: { [below.name]: [text] } } }),
		]),
		ask('GET', known, { query: { ...query, resultColumns: { [text]: [table.key] } } }),
		ask('PATCH', known, { body: [{ op: 'replace', path: text, value: 'x' }] }),
		ask('PATCH', known, { body: [{ op: text, path: document.titleField, value: 'x' }] }),
		ask('PATCH', known, { headers: PAYLOAD_FORM, body: { [text]: [] } }),
		ask('PATCH', known, { headers: PAYLOAD_FORM, body: { [table.name]: [{ [text]: 1 }] } }),
		ask('PUT', known, { headers: { ...PAYLOAD_FORM, rowAction: JSON.stringify({ deleteAll: [text] }) }, body: { [table.name]: [{}] } }),
		ask('POST', name, { body: { [table.name]: [{ [text]: 1 }] } }),
		ask('POST', name, { body: { [text]: [{}] } }),
		ask('POST', name, { body: { [table.name]: [{ [table.key]: { [text]: 1 } }] } }),
		ask('GET', known, { headers: { 'Division-Code': text } }),
		ask('GET', known, { headers: { 'Source-Time-Zone-Name': text } }),
	]);
};

/** Each save argument of the document with injections as its value, and injections as the name of an argument. */
const saveArguments = (document: DocumentEntry, known: string): Ask[] =>
	SAVE_ARGUMENTS.filter(({ documents }) => (documents as readonly string[]).includes(document.name)).flatMap(({ name }) =>
		INJECTIONS.flatMap((text) =>
			[{ [name]: text }, { [text]: '1' }, { [name]: [text] }, { [name]: { [text]: text } }].map((given): Ask => ({
				method: document.name === 'JmActual' ? 'POST' : 'PATCH',
				path: document.name === 'JmActual' ? '/JmActual' : `/${known}`,
				asked: {
					headers: { ...PAYLOAD_FORM, SaveArgument: JSON.stringify(given) },
					...(document.name === 'JmActual' ? { body: { [document.table.name]: [{}] } } : {}),
				},
				fits: (response) => isRefusal(response) && /'SaveArgument'|is not in the group list/.test(errorOf(response)),
			})),
		),
	);

/** The address of the first record in the list of a document, e.g. `JmJob/job_no=1`. */
const someRecord = async ({ name, list, table }: DocumentEntry): Promise<string> => {
	const { json } = await call('GET', `/${list}`, { query: { Query: {}, pageSize: 1, resultColumns: { L: [table.key] } } });
	const key = json.L[0][table.key] as unknown;
	return `${name}/${table.key}=${encoded(String(typeof key === 'object' ? (key as Record<string, unknown>)[table.key] : key))}`;
};

const ended = async (): Promise<DatabaseContents> => {
	expect(await sandbox.stop()).toBe(0);
	expect(sandbox.output()).not.toMatch(/SQL|Error/);
	return await inspectDatabase(file);
};

describe('SQL in a read-only request', () => {
	let before: DatabaseContents;
	beforeAll(async () => {
		file = path.join(folder, 'asked.db');
		sandbox = await startSandbox({ data: file });
		await sandbox.stop();
		copyFileSync(file, `${file}.before`);
		before = await inspectDatabase(file);
		sandbox = await startSandbox({ data: file });
	});

	it.each(LISTED.map((document) => [document.name, document] as const))(
		'is treated as a value in every condition on %s',
		async (_name, document) => {
			expect(await invalidResponsesOf([...queries(document), ...changesOfLists(document)])).toEqual([]);
		},
		120_000,
	);

	it.each(LISTED.map((document) => [document.name, document] as const))(
		'is rejected as a name, key, column, order, table, operation, header or save argument of %s',
		async (_name, document) => {
			const known = await someRecord(document);
			expect(await invalidResponsesOf([...names(document), ...addresses(document, known), ...saveArguments(document, known)])).toEqual([]);
		},
		120_000,
	);

	it('is rejected in attachment and facade URLs', async () => {
		const asks = INJECTIONS.flatMap((text) =>
			[
				['GET', `/SysAttachment/attachment_keystring=${encoded(text)}`],
				['GET', `/SysAttachment/attachment_keystring=${encoded(`10339:${text}`)}`],
				['DELETE', `/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=${encoded(text)}`],
				['DELETE', `/SysAttachment/attachment_keystring=10339:100-1/${encoded(text)}/attachment_no=1`],
				['GET', `/LibTitleHierarchyFacade/title_no=${encoded(text)}`],
				['GET', `/SysContactFacade/contact_no=${encoded(text)}`],
			].map(([method, address]): Ask => ({ method: method!, path: address!, fits: isRefusal })),
		);
		expect(await invalidResponsesOf(asks)).toEqual([]);
	});

	it('is not accepted as a user or a password', async () => {
		for (const text of INJECTIONS) {
			for (const user of [`${text.replace(/:/g, '')}:demo`, `demo:${text}`, `${text.replace(/:/g, '')}:${text}`]) {
				expect((await call('GET', '/JmPhaseList', { query: { Query: {} }, user })).status).toBe(401);
			}
			const logIn = await call('POST', '/login', { body: { username: text, password: text } });
			expect(logIn.status).toBe(401);
		}
	});

	it('leaves every table unchanged, and the file intact', async () => {
		expect(await ended()).toEqual({ ...before, integrity: ['ok'], orphanRows: 0 });
	});
});

describe('SQL in a value', () => {
	let before: DatabaseContents;
	const isOpen = ({ type, readOnly, lookup, keyObject }: Field): boolean => type === 'text' && !readOnly && !lookup && !keyObject;

	beforeAll(async () => {
		before = await inspectDatabase(`${path.join(folder, 'asked.db')}.before`);
		file = path.join(folder, 'stored.db');
		copyFileSync(`${path.join(folder, 'asked.db')}.before`, file);
		sandbox = await startSandbox({ data: file });
	});

	it.each(
		LISTED.filter(
			({ verbs, table }) => verbs.includes('update') && table.fields.some((field) => isOpen(field) && field.name !== table.key),
		).map((document) => [document.name, document] as const),
	)(
		'is stored unchanged in every text field of %s',
		async (_name, document) => {
			const known = await someRecord(document);
			const query = withTransactions(document, {});
			const fields = document.table.fields.filter((field) => isOpen(field) && field.name !== document.table.key);
			const differing: unknown[] = [];
			let stored = 0;
			for (const text of INJECTIONS) {
				for (const { name } of fields) {
					const value = `${text} ${name}`;
					const response = await call('PATCH', `/${known}`, { query, body: [{ op: 'replace', path: name, value }] });
					const found = (await call('GET', `/${known}`, { query })).json[document.table.name]?.[0]?.[name];
					if (response.status === 204) {
						stored += 1;
					}
					if (response.status === 204 ? found !== value : !isRefusal(response)) {
						differing.push([name, value, response.status, response.text, found]);
					}
				}
			}
			expect(differing).toEqual([]);
			expect(stored).toBeGreaterThan(0);
		},
		60_000,
	);

	it('adds no records to any table, removes none, and leaves the file intact', async () => {
		const after = await ended();
		expect(after).toMatchObject({ integrity: ['ok'], orphanRows: 0, schema: before.schema, counts: before.counts });
	});
});
