import type { TableView, Value } from '../storage/tables';
import type { Values } from '../storage/rowValues';
import { parseBody } from './payload';
import { badRequest, ruleViolation } from './httpError';
import { shown } from './values';
import { requireNullable, type Writer } from './writer';

interface Operation {
	readonly op: unknown;
	readonly path: unknown;
	readonly value?: unknown;
}

/** A value for an error message: strings in quotes, everything else as JSON. */
const quotedValue = (raw: unknown): string => (typeof raw === 'string' ? `"${shown(raw)}"` : shown(raw));

const read = (raw: unknown, at: number): Operation => {
	if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
		throw badRequest(`Operation ${at + 1} of the body must be an object with 'op', 'path' and 'value'`);
	}
	return raw as Operation;
};

/**
 * Reads the changes in a body of operations (specification: PATCH of one record, operations form). `replace` sets a field,
 * and `remove` clears it. `path` is a field name, with or without a leading slash.
 */
export const readOperations = (view: TableView, body: string, writer: Writer): Values => {
	const raw = parseBody(body);
	if (!Array.isArray(raw)) {
		throw badRequest(
			"The body must be an array of operations; to send a whole record, use the 'Content-Type: application/json-patch+json' header",
		);
	}
	if (raw.length === 0) {
		throw badRequest('The body contains no operation');
	}
	const changes = new Map<string, Value>();
	raw.forEach((entry, at) => {
		const { op, path, value } = read(entry, at);
		if (op !== 'replace' && op !== 'remove') {
			throw badRequest(`Operation ${at + 1} of the body: 'op' must be 'replace' or 'remove', got ${quotedValue(op)}`);
		}
		const name = typeof path === 'string' ? path.replace(/^\//, '') : '';
		const field = view.byName.get(name);
		if (!field) {
			throw badRequest(`Operation ${at + 1} of the body: 'path' ${quotedValue(path)} is not a field of '${view.name}'`);
		}
		if (field.shownFrom) {
			throw ruleViolation(
				`'${name}' belongs to the record in '${field.shownFrom.through}'; change '${field.shownFrom.through}', or send a whole record with the 'Content-Type: application/json-patch+json' header`,
			);
		}
		if (field.name === view.key || field.readOnly) {
			throw ruleViolation(`'${name}' is set by the system and cannot be changed`);
		}
		writer.requireChangeable(view, field);
		if (op === 'replace' && value === undefined) {
			throw badRequest(`Operation ${at + 1} of the body has no 'value' for '${name}'`);
		}
		const changed = op === 'remove' ? null : writer.value(field, value);
		if (changed === null) {
			requireNullable(field);
		}
		changes.set(name, changed);
	});
	return changes;
};
