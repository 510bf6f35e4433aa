import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JournalEntry } from '../journal/journal';
import { type CapturedAnswer, CapturedResponse } from './capturedResponse';
import { performFault, sendAnswer, sleep } from './perform';
import { fitsOnArrival, type Rule, ruleFrom, takesPart } from './rules';
import { Random } from '../../seed/random';

/** Called when the body of a request is known and before it is carried out; `false` stops it there. */
export type BodyCheck = (body: string) => Promise<boolean>;

/** Where a request that a fault waits for keeps its {@link BodyCheck}. */
export const BODY_CHECK = Symbol('body check');
declare module 'node:http' {
	interface IncomingMessage {
		[BODY_CHECK]?: BodyCheck;
	}
}

interface Passing {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly entry: JournalEntry;
	readonly handler: RequestListener;
}

interface Decision {
	readonly waitMs: number;
	readonly rule: Rule | undefined;
	/** The rules from the first one on that asks for a body which is not read yet. */
	readonly open: readonly Rule[];
}

/** Holds the delays, the connection limit and the fault rules, and lets requests pass through them. */
export class FaultGate {
	private rules: Rule[] = [];
	private nextId = 1;
	private delayMs = 0;
	private delayJitterMs = 0;
	private jitter = new Random(1);
	private limit: number | null = null;
	private readonly admitted = new Set<Socket>();
	/** Nothing is set: requests need not pass through here at all. */
	idle = true;

	private changed(): void {
		this.idle = this.rules.length === 0 && this.delayMs === 0 && this.delayJitterMs === 0 && this.limit === null;
	}

	/** Adds rules as they were sent; none is added where one cannot be read. */
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

	/** Takes a rule away, or all of them; says whether there was one. */
	remove(id?: number): boolean {
		const before = this.rules.length;
		this.rules = id === undefined ? [] : this.rules.filter((rule) => rule.id !== id);
		this.changed();
		return this.rules.length < before;
	}

	/** Every request waits `ms` milliseconds and up to `jitterMs` more. */
	set delay({ ms, jitterMs }: { ms: number; jitterMs: number }) {
		this.delayMs = ms;
		this.delayJitterMs = jitterMs;
		this.jitter = new Random(1);
		this.changed();
	}

	get delay(): { ms: number; jitterMs: number } {
		return { ms: this.delayMs, jitterMs: this.delayJitterMs };
	}

	/** How many connections may be open at once; a request over a further one is reset. `null`: any number. */
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
		for (const [index, rule] of rules.entries()) {
			if (rule.match.body !== undefined && body === undefined) {
				return { waitMs, rule: undefined, open: rules.slice(index) };
			}
			if ((rule.match.body !== undefined && !rule.match.body.test(body as string)) || !takesPart(rule)) {
				continue;
			}
			if (rule.fault.type !== 'delay') {
				return { waitMs, rule, open: [] };
			}
			waitMs += rule.fault.ms + (rule.fault.jitterMs > 0 ? rule.random.next() * rule.fault.jitterMs : 0);
		}
		return { waitMs, rule: undefined, open: [] };
	}

	/** Lets one request through, delayed or broken as the rules say. */
	pass(request: IncomingMessage, response: ServerResponse, entry: JournalEntry, handler: RequestListener): void {
		if (!this.admits(request.socket)) {
			entry.fault = 'connectionLimit';
			request.socket.resetAndDestroy();
			return;
		}
		const decision = this.decide(
			this.rules.filter((rule) => fitsOnArrival(rule, request)),
			undefined,
		);
		const passing: Passing = { request, response, entry, handler };
		this.take(passing, decision).catch((thrown: unknown) => {
			console.error('A fault could not be done:', thrown);
			response.destroy();
		});
	}

	private async take(passing: Passing, decision: Decision): Promise<void> {
		const waitMs = decision.waitMs + this.delayMs + (this.delayJitterMs > 0 ? this.jitter.next() * this.delayJitterMs : 0);
		if (waitMs > 0) {
			await sleep(waitMs);
		}
		const { request, response, entry, handler } = passing;
		const { rule } = decision;
		if (rule === undefined && decision.open.length === 0) {
			handler(request, response);
			return;
		}
		if (rule?.carryOut === 'never') {
			entry.fault = rule.fault.type;
			await performFault(rule.fault, response, undefined);
			return;
		}
		await this.carryOut(passing, decision);
	}

	/** Has the request carried out with its answer held back, and does the fault at its moment. */
	private async carryOut({ request, response, entry, handler }: Passing, decision: Decision): Promise<void> {
		const captured = new CapturedResponse(request);
		let rule = decision.rule;
		let done = false;
		const perform = async (withAnswer?: CapturedAnswer): Promise<void> => {
			if (rule === undefined || done) {
				return;
			}
			done = true;
			entry.fault = rule.fault.type;
			await performFault(rule.fault, response, withAnswer);
		};
		request[BODY_CHECK] = async (body) => {
			if (rule === undefined) {
				const late = this.decide(decision.open, body);
				rule = late.rule;
				await sleep(late.waitMs);
			}
			if (rule === undefined || rule.carryOut === 'before') {
				return true;
			}
			const performed = perform();
			if (rule.carryOut === 'never') {
				await performed;
				return false;
			}
			if (rule.fault.type !== 'noAnswer') {
				await performed;
			}
			return true;
		};
		handler(request, captured);
		const answer = await captured.answer;
		if (answer === undefined) {
			response.destroy();
			return;
		}
		if (rule === undefined) {
			sendAnswer(response, answer);
			return;
		}
		entry.carriedOutStatus = answer.status;
		await perform(answer);
	}
}
