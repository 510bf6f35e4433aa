/**
 * The documented requests of the API as data. For each row, a test runs the node in n8n's engine and compares the requests that it sends
 * with those of the row, except for the headers of the connection and the values of tokens. The requests of the row are also sent
 * unchanged to the sandbox over plain HTTP. This file imports no test framework, because the reference page is generated from the same
 * rows.
 */
import type { Release } from '../../core/catalog';

/** A value that differs from run to run, such as a time or a token. */
export class Any {
	constructor(readonly kind: 'number' | 'text') {}
}
/** An object with at least these properties. */
export class Having {
	constructor(readonly properties: Readonly<Record<string, unknown>>) {}
}
/** A string that contains this text. */
export class Containing {
	constructor(readonly words: string) {}
}

export const ANY_NUMBER = new Any('number');
export const ANY_TEXT = new Any('text');
export const having = (properties: Readonly<Record<string, unknown>>): Having => new Having(properties);
export const containing = (words: string): Containing => new Containing(words);

/** A file in a multipart body. */
export interface Part {
	readonly fileName: string;
	readonly contentType: string;
	readonly content: string;
}

export interface Request {
	readonly method: string;
	/** Relative to the base URL, with the encoded query; a full path if it starts with `//`. */
	readonly path: string;
	/** All headers except those of the connection (Host, Content-Length …) and the Authorization of {@link Row.signIn}. */
	readonly headers: Readonly<Record<string, string>>;
	/** The exact text, or the files in order; undefined if there is no body. */
	readonly body?: string | readonly Part[];
}

export interface ExpectedResponse {
	readonly status: number;
	/** The relevant headers, with names in lower case; null for one that must be missing. */
	readonly headers?: Readonly<Record<string, string | Containing | null>>;
	/** JSON with the matchers above; text if the response is not JSON; `''` if it is empty. */
	readonly body: unknown;
}

export interface Exchange {
	readonly request: Request;
	readonly response: ExpectedResponse;
}

/** The parameters of a node, and its input items. */
export interface NodeCall {
	readonly node: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly input?: readonly { readonly json: Readonly<Record<string, unknown>>; readonly files?: Readonly<Record<string, Part>> }[];
	/** Fields of the credential other than the base URL and the sign-in. */
	readonly credential?: Readonly<Record<string, unknown>>;
}

export interface Row {
	/** A noun phrase: "GET of one record by its key". */
	readonly name: string;
	/**
	 * The sentences of the specification that the row shows, by their names in `specificationNames.ts`. Names in the request are found
	 * automatically.
	 */
	readonly shows?: readonly string[];
	/** The catalog entries for which the row shows the behavior of the previous release. */
	readonly before?: readonly string[];
	/** The site's release; the newest one by default. */
	readonly release?: Release | undefined;
	/**
	 * The headers or parameters with which a client omits nulls and alternate keys on this site (the sandbox's `--names`). The credential
	 * must use the same ones. If undefined, the defaults apply.
	 */
	readonly siteNames?: Readonly<Record<string, string>>;
	/** How the requests are authenticated; Basic by default. */
	readonly signIn?: 'basic' | 'limited' | 'jwt' | 'oAuth2';
	/** A string explains why no node sends this request. */
	readonly node: NodeCall | string;
	readonly exchanges: readonly Exchange[];
	/** The node's output items; not compared if undefined. */
	readonly output?: unknown;
	/** The node's message if the response is a refusal. */
	readonly refusal?: string;
}

/** Rows of one topic in the order in which they run. Changes made by one row are visible to the following ones. */
export interface RowGroup {
	readonly theme: string;
	/** The group's file in `test/interface/rows/`. */
	readonly file: string;
	readonly rows: readonly Row[];
}
