/**
 * The documented requests of the interface as data. Each row is run twice: composed by a node in n8n's engine and compared on
 * the wire, and sent as it stands here by plain HTTP to the sandbox. No test framework in here, since the reference page is
 * made of the same rows.
 */
import type { Release } from '../../core/catalog';

/** A value that differs from run to run: a time, a token. */
export class Any {
	constructor(readonly kind: 'number' | 'text') {}
}
/** An object that holds at least these properties. */
export class Having {
	constructor(readonly properties: Readonly<Record<string, unknown>>) {}
}
/** A text that holds these words. */
export class Containing {
	constructor(readonly words: string) {}
}

export const ANY_NUMBER = new Any('number');
export const ANY_TEXT = new Any('text');
export const having = (properties: Readonly<Record<string, unknown>>): Having => new Having(properties);
export const containing = (words: string): Containing => new Containing(words);

/** A file as it stands in a multipart body. */
export interface Part {
	readonly fileName: string;
	readonly contentType: string;
	readonly content: string;
}

export interface Request {
	readonly method: string;
	/** Below the base URL, with the query, encoded as it goes over the wire; a full path where it begins with `//`. */
	readonly path: string;
	/** All but those that belong to the connection (Host, Content-Length …) and Authorization where it is {@link Row.signIn}'s. */
	readonly headers: Readonly<Record<string, string>>;
	/** None, the exact text, or files in this order. */
	readonly body?: string | readonly Part[];
}

export interface Answer {
	readonly status: number;
	/** Those that matter, names in lower case; null for one that must not be there. */
	readonly headers?: Readonly<Record<string, string | Containing | null>>;
	/** JSON with the matchers above; a text where the answer is no JSON; `''` where it is empty. */
	readonly body: unknown;
}

export interface Exchange {
	readonly request: Request;
	readonly answer: Answer;
}

/** What stands in the panel of a node, and the items that come in. */
export interface NodeCall {
	readonly node: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly input?: readonly { readonly json: Readonly<Record<string, unknown>>; readonly files?: Readonly<Record<string, Part>> }[];
	/** Fields of the credential beside address and sign-in. */
	readonly credential?: Readonly<Record<string, unknown>>;
}

export interface Row {
	/** Reads as the subject of a sentence: «GET of one record by its key». */
	readonly name: string;
	/** The sentences of the specification that it shows, by their names in `specificationNames.ts`; names that stand in the request are found there. */
	readonly shows?: readonly string[];
	/** The entries of the catalogue of which it shows how a release from before them behaves. */
	readonly before?: readonly string[];
	/** The newest one where it is left out. */
	readonly release?: Release;
	/** The names that the site uses for omitting nulls and alternate keys (`--names` of the sandbox, which the credential has to match); the usual ones if omitted. */
	readonly siteNames?: Readonly<Record<string, string>>;
	/** Basic where it is left out. */
	readonly signIn?: 'basic' | 'limited' | 'jwt' | 'oAuth2';
	/** A text says why no node sends this request. */
	readonly node: NodeCall | string;
	readonly exchanges: readonly Exchange[];
	/** The items that the node gives; not compared where it is left out. */
	readonly output?: unknown;
	/** The words of the node where the answer is a refusal. */
	readonly refusal?: string;
}

/** Rows of one theme, in the order in which they are run; what one changes, those behind it find. */
export interface RowGroup {
	readonly theme: string;
	/** Its file under `test/interface/rows/`. */
	readonly file: string;
	readonly rows: readonly Row[];
}
