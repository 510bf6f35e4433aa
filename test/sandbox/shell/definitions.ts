/** Helpers that read OpenAPI definitions in tests. */
import { parse } from 'yaml';
import { DOCUMENTS, type Release } from '../../../core/catalog';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { DEMO, type Outcome, send } from './wire';

export type Json = Record<string, unknown>;
export interface Operation extends Json {
	readonly operationId: string;
	readonly parameters: readonly (Json & { readonly name: string; readonly in: string })[];
	readonly responses: Json;
	readonly requestBody?: { readonly content: Json };
}
export interface Definition extends Json {
	readonly openapi: string;
	readonly info: { readonly title: string; readonly version: string };
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: {
		readonly schemas: Readonly<
			Record<string, Json & { readonly properties?: Readonly<Record<string, Json>>; readonly required?: readonly string[] }>
		>;
	};
}

/** Requests the definition of a document. */
export const ask = async (from: SandboxProcess, document: string, headers: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
	await send(`${from.url}/API/v2/database/DEMO/spec/${document}`, { headers: { ...DEMO, ...headers } });
/** The definition of a document. Requests JSON, which is much faster to parse than YAML; before 11.1, the sandbox has only YAML. */
export const definitionOf = async (from: SandboxProcess, document: string): Promise<Definition> => {
	const { headers, status, text } = await ask(from, document, { Accept: 'application/json' });
	expect(status).toBe(200);
	return (String(headers['content-type']).includes('json') ? JSON.parse(text) : parse(text)) as Definition;
};

/** Lists of order transactions that the sandbox supports in addition to the one in the catalog (sandbox/DECISIONS.md). */
const OTHER_LISTS = ['JmTrxReport', 'JmWoTransactionList'];
/** A list-only document has no records to address, so only its list is defined. */
export const namesOf = (documents: typeof DOCUMENTS): string[] => [
	...documents.flatMap(({ name, list, kind }) => [...(kind === 'list' ? [] : [name]), ...(list === undefined ? [] : [list])]),
	...OTHER_LISTS,
];
export const NAMES = namesOf(DOCUMENTS);
/** Runs `work` with a sandbox of another release. */
export const onRelease = async (release: Release, work: (older: SandboxProcess) => Promise<void>): Promise<void> => {
	const older = await startSandbox({ release });
	try {
		await work(older);
	} finally {
		await older.stop();
	}
};
