import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JournalEntry } from '../journal/journal';
import { type CapturedContent, CapturedResponse } from './capturedResponse';
import { performFault, sendContent, sleep } from './perform';
import { matchesOnArrival, type Rule, ruleFrom, shouldApply } from './rules';
import { Random } from '../../seed/random';

/** A function that receives the body before the request is processed. If it returns `false`, the request is not processed. */
export type BodyCheck = (body: string) => Promise<boolean>;

/** The property of a request that contains its {@link BodyCheck}. */
export const BODY_CHECK = Symbol('body check');
declare module 'node:http' {
	interface IncomingMessage {
		[BODY_CHECK]?: BodyCheck;
	}
}

interface PendingRequest {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly entry: JournalEntry;
	readonly handler: RequestListener;
}

interface Decision {
	/** The delay before the request is processed. */
	readonly waitMs: number;
	/** The delay before the response. */
	readonly responseWaitMs: number;
	readonly rule: Rule | undefined;
	/** The rules to evaluate after the body has been read: the first rule with a body pattern, and all rules after it. */
	readonly open: readonly Rule[];
}

const waitToRespond = async (entry: JournalEntry, ms: number): Promise<void> => {
	if (ms > 0) {
		entry.decisions.push(`Response delayed by ${Math.round(ms)} ms`);
		await sleep(ms);
	}
};

/** Applies delays, the connection limit and fault rules to requests. */
export class FaultGate {
	private rules: Rule[] = [];
	private nextId = 1;
	private delayMs = 0;
	private delayJitterMs = 0;
	private jitter = new Random(1);
	private limit: number | null = null;
	private readonly admitted = new Set<Socket>();

	/** `countHeader` is the site's name for the header that the fault `count` changes. */
	constructor(private readonly countHeader: string) {}

	/** Whether nothing is configured, so that requests can bypass this class. */
	idle = true;

	private changed(): void {
		this.idle = this.rules.length === 0 && this.delayMs === 0 && this.delayJitterMs === 0 && this.limit === null;
	}

	/** Adds rules. If one is invalid, none is added. */
	add(given: readonly unknown[]): Rule[] {
		const added = given.map((rule, index) => ruleFrom(rule, this.nextId + index));
		this.nextId += added.length;
		this.rules.push(...added);
		this.changed();
		return added;
	}

	list(): readonly Rule[] {
		return this.rules;
	}

	/** Removes one rule or all of them. Returns whether any was removed. */
	remove(id?: number): boolean {
		const before = this.rules.length;
		this.rules = id === undefined ? [] : this.rules.filter((rule) => rule.id !== id);
		this.changed();
		return this.rules.length < before;
	}

	/** Delays the processing of every request by `ms`, plus up to `jitterMs`. */
	set delay({ ms, jitterMs }: { ms: number; jitterMs: number }) {
		this.delayMs = ms;
		this.delayJitterMs = jitterMs;
		this.jitter = new Random(1);
		this.changed();
	}

	get delay(): { ms: number; jitterMs: number } {
		return { ms: this.delayMs, jitterMs: this.delayJitterMs };
	}

	/** The maximum number of open connections. An additional connection is reset when it sends a request. `null`: no limit. */
	set connectionLimit(limit: number | null) {
		this.limit = limit;
		this.admitted.clear();
		this.changed();
	}

	get connectionLimit(): number | null {
		return this.limit;
	}

	clear(): void {
		this.rules = [];
		this.nextId = 1;
		this.delay = { ms: 0, jitterMs: 0 };
		this.connectionLimit = null;
	}

	private admits(socket: Socket): boolean {
		if (this.limit === null || this.admitted.has(socket)) {
			return true;
		}
		if (this.admitted.size >= this.limit) {
			return false;
		}
		this.admitted.add(socket);
		socket.once('close', () => this.admitted.delete(socket));
		return true;
	}

	private decide(rules: readonly Rule[], body: string | undefined): Decision {
		let waitMs = 0;
		let responseWaitMs = 0;
		for (const [index, rule] of rules.entries()) {
			if (rule.match.body !== undefined && body === undefined) {
				return { waitMs, responseWaitMs, rule: undefined, open: rules.slice(index) };
			}
			if ((rule.match.body !== undefined && !rule.match.body.test(body as string)) || !shouldApply(rule)) {
				continue;
			}
			if (rule.fault.type !== 'delay') {
				return { waitMs, responseWaitMs, rule, open: [] };
			}
			const ms = rule.fault.ms + (rule.fault.jitterMs > 0 ? rule.random.next() * rule.fault.jitterMs : 0);
			if (rule.processing === 'before') {
				responseWaitMs += ms;
			} else {
				waitMs += ms;
			}
		}
		return { waitMs, responseWaitMs, rule: undefined, open: [] };
	}

	/** Applies the connection limit, the delays and the fault rules to a request. Otherwise passes the request to `handler`. */
	pass(request: IncomingMessage, response: ServerResponse, entry: JournalEntry, handler: RequestListener): void {
		if (!this.admits(request.socket)) {
			entry.fault = 'connectionLimit';
			entry.decisions.push('Reset, because the connection limit is reached');
			request.socket.resetAndDestroy();
			return;
		}
		const decision = this.decide(
			this.rules.filter((rule) => matchesOnArrival(rule, request)),
			undefined,
		);
		const pending: PendingRequest = { request, response, entry, handler };
		this.take(pending, decision).catch((thrown: unknown) => {
			console.error('A fault could not be applied:', thrown);
			response.destroy();
		});
	}

	private async take(pending: PendingRequest, decision: Decision): Promise<void> {
		const waitMs = decision.waitMs + this.delayMs + (this.delayJitterMs > 0 ? this.jitter.next() * this.delayJitterMs : 0);
		const { request, response, entry, handler } = pending;
		if (waitMs > 0) {
			entry.decisions.push(`Delayed by ${Math.round(waitMs)} ms`);
			await sleep(waitMs);
		}
		const { rule } = decision;
		if (rule === undefined && decision.open.length === 0 && decision.responseWaitMs === 0) {
			handler(request, response);
			return;
		}
		if (rule?.processing === 'never') {
			await waitToRespond(entry, decision.responseWaitMs);
			entry.fault = rule.fault.type;
			entry.decisions.push(`Fault rule ${rule.id} (${rule.fault.type}) applied, request not processed`);
			await performFault(rule.fault, response, undefined, this.countHeader);
			return;
		}
		await this.processRequest(pending, decision);
	}

	/** Passes the request to its handler with a captured response. Applies the fault before, after or instead of the processing. */
	private async processRequest({ request, response, entry, handler }: PendingRequest, decision: Decision): Promise<void> {
		const captured = new CapturedResponse(request);
		let { rule, open, responseWaitMs } = decision;
		let done = false;
		const decideWithBody = async (body: string): Promise<void> => {
			const late = this.decide(open, body);
			open = [];
			rule ??= late.rule;
			responseWaitMs += late.responseWaitMs;
			await sleep(late.waitMs);
		};
		const perform = async (withResponse?: CapturedContent): Promise<void> => {
			if (rule === undefined || done) {
				return;
			}
			done = true;
			entry.fault = rule.fault.type;
			await waitToRespond(entry, responseWaitMs);
			entry.decisions.push(`Fault rule ${rule.id} (${rule.fault.type}) applied`);
			await performFault(rule.fault, response, withResponse, this.countHeader);
		};
		request[BODY_CHECK] = async (body) => {
			await decideWithBody(body);
			if (rule === undefined || rule.processing === 'before') {
				return true;
			}
			const performed = perform();
			if (rule.processing === 'never') {
				await performed;
				return false;
			}
			if (rule.fault.type !== 'noResponse') {
				await performed;
			}
			return true;
		};
		handler(request, captured);
		const content = await captured.response;
		if (content === undefined) {
			response.destroy();
			return;
		}
		// A rejected upload does not call the check, so the `open` rules are evaluated here.
		await decideWithBody('');
		if (rule === undefined) {
			await waitToRespond(entry, responseWaitMs);
			sendContent(response, content);
			return;
		}
		entry.processedStatus = content.status;
		await perform(content);
	}
}
