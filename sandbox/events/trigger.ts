import type { EventMethod, EventType } from '../../core/catalog';
import type { DocumentView, TableView } from '../storage/tables';

export const CONDITION_KINDS = ['changed', 'empty', 'equals', 'notEquals', 'in', 'contains'] as const;

/** A condition on a field of the row. Strings are compared ignoring case. */
export interface EventCondition {
	readonly field: string;
	readonly kind: (typeof CONDITION_KINDS)[number];
	readonly value: boolean | string | readonly string[];
}

/** How the sandbox authenticates to the receiver. */
export type SignIn =
	| { readonly type: 'none' }
	| { readonly type: 'basic'; readonly user: string; readonly password: string }
	| { readonly type: 'key'; readonly header: string; readonly key: string };

/** Where and how a trigger sends (public material: export adaptor and outbound connection). */
export interface Adaptor {
	readonly method: EventMethod;
	readonly url: string;
	/** The address to use if the first one does not respond. The address that responded last is tried first. */
	readonly secondUrl?: string;
	readonly format: 'json' | 'xml';
	/** Whether line breaks and tabs in values are sent unescaped, as before 11.1. */
	readonly rawLineBreaks: boolean;
	readonly headers: Readonly<Record<string, string>>;
	readonly signIn: SignIn;
	/** The maximum number of retries for each address. */
	readonly retries: number;
	readonly retryDelayMs: number;
	readonly timeoutMs: number;
}

/** A value of the response to store: the field that stores the value, and the value's path in the response, such as `response.data.id`. */
export interface StoredResponse {
	readonly field: string;
	readonly from: string;
}

/** An event trigger with its adaptor. */
export interface EventTrigger {
	readonly name: string;
	readonly active: boolean;
	readonly document: DocumentView;
	/** The table whose rows the trigger watches: the table of the record, or a sub-table. */
	readonly table: TableView;
	readonly types: readonly EventType[];
	/** All conditions must match. */
	readonly conditions: readonly EventCondition[];
	readonly template: string;
	readonly adaptor: Adaptor;
	readonly store: readonly StoredResponse[];
}
