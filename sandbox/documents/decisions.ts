import type { Operation } from '../storage/operation';
import type { WriteUnit } from '../storage/writeUnit';
import type { Call } from './call';

const MAX_NAMED_RECORDS = 5;
const VERBS = {
	INSERT: { record: 'Created', row: 'Added', preposition: 'to' },
	UPDATE: { record: 'Changed', row: 'Changed', preposition: 'of' },
	DELETE: { record: 'Deleted', row: 'Deleted', preposition: 'from' },
} as const;

const countBy = (names: readonly string[]): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>();
	names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
	return counts;
};

const describeType = (type: Operation['type'], operations: readonly Operation[]): string[] => {
	const { record, row, preposition } = VERBS[type];
	const records = new Set(operations.filter(({ isRecord }) => isRecord).map(({ document, key }) => `${document} ${key}`));
	const rows = countBy(operations.filter(({ isRecord }) => !isRecord).map(({ table }) => table));
	return [
		...[...records].slice(0, MAX_NAMED_RECORDS).map((name) => `${record} ${name}`),
		...(records.size > MAX_NAMED_RECORDS ? [`${record} ${records.size - MAX_NAMED_RECORDS} more records`] : []),
		...[...rows].map(([table, count]) => `${row} ${count} ${count === 1 ? 'row' : 'rows'} ${preposition} ${table}`),
	];
};

/** The operations of a request as sentences for the journal. */
export const describe = (operations: readonly Operation[]): string[] =>
	(['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((type) =>
		describeType(
			type,
			operations.filter((operation) => operation.type === type),
		),
	);

/** Runs `work` as one transaction, and adds what it wrote to the request's decisions. */
export const writeFor = <Result>({ store, decisions }: Pick<Call, 'store' | 'decisions'>, work: (unit: WriteUnit) => Result): Result =>
	store.write((unit) => {
		const result = work(unit);
		decisions.push(...describe(unit.takeOperations()));
		return result;
	});
