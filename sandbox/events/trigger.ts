import type { EventMethod, EventType } from '../../core/catalog';
import type { DocumentView, TableView } from '../storage/tables';

export const CONDITION_KINDS = ['changed', 'empty', 'equals', 'notEquals', 'in', 'contains'] as const;

/** One condition on a field of the row; texts compare without case. */
export interface EventCondition {
	readonly field: string;
	readonly kind: (typeof CONDITION_KINDS)[number];
	readonly value: boolean | string | readonly string[];
}

/** How the receiver knows the sender. */
export type SignIn =
	| { readonly type: 'none' }
	| { readonly type: 'basic'; readonly user: string; readonly password: string }
	| { readonly type: 'key'; readonly header: string; readonly key: string };

/** Where and how a trigger sends (public material: export adaptor and outbound connection). */
export interface Adaptor {
	readonly method: EventMethod;
	readonly url: string;
	/** Tried when the first does not answer; from then on it comes first. */
	readonly secondUrl?: string;
	readonly format: 'json' | 'xml';
	/** Line breaks and tabs of values stand in the JSON as they are, as they do before 11.1. */
	readonly rawLineBreaks: boolean;
	readonly headers: Readonly<Record<string, string>>;
	readonly signIn: SignIn;
	/** Further tries to one address where it does not answer. */
	readonly retries: number;
	readonly retryDelayMs: number;
	readonly timeoutMs: number;
}

/** What is stored from an answer: the field, and the way to the value, `response.data.id`. */
export interface StoredAnswer {
	readonly field: string;
	readonly from: string;
}

/** One event trigger with its adaptor. */
export interface EventTrigger {
	readonly name: string;
	readonly active: boolean;
	readonly document: DocumentView;
	/** The table whose rows it watches: that of the record, or a sub-table. */
	readonly table: TableView;
	readonly types: readonly EventType[];
	/** All have to hold. */
	readonly conditions: readonly EventCondition[];
	readonly template: string;
	readonly adaptor: Adaptor;
	readonly store: readonly StoredAnswer[];
}
