import type { IBinaryData } from 'n8n-workflow';

import { openSource } from '../../core/files/openSource';
import type { SourceFile } from '../../core/files/sourceRow';
import { deletedKeys, knownKeyOf, type DeletedInput, type KnownKey } from '../../core/import/deletedRecords';
import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { wholeNumber } from '../../core/model/wholeNumber';
import { list } from '../../core/operations';
import { MAX_DELETED } from '../properties/deletedRecords';
import { readMode, readSelection, type GenericReading } from './genericInput';
import { requiredFile, textOfFile } from './importSource';
import { readPaging } from './paging';
import type { ItemWork } from './runItems';

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const readInput = (reading: GenericReading, pageSize: number | undefined): DeletedInput => {
	const {
		parameters,
		document: { ref },
	} = reading;
	const field = parameters.text('knownKeyField') || (ref.table.key ?? '');
	if (field === '')
		throw new InputError({
			field: 'knownKeyField',
			message: "'Key Field Name or ID' is empty",
			hint: 'Enter the field that contains the key, such as external_key',
		});
	const maxDeleted = wholeNumber(parameters.number('maxDeleted', 'Max Deleted Records'), 'maxDeleted', 'Max Deleted Records', { min: 1 });
	return { document: ref, field, maxDeleted: maxDeleted ?? MAX_DELETED, pageSize, ...readSelection(reading) };
};

/** Returns a function that reads the key from a row. The name of the key column is not case-sensitive. Throws {@link InputError}. */
const columnOf = ({ format, columns }: SourceFile, wanted: string): ((row: Row) => unknown) => {
	const isWanted = (name: string): boolean => name.trim().toLowerCase() === wanted.toLowerCase();
	if (format === 'csv' && !columns.some(isWanted))
		throw new InputError({
			field: 'keyColumn',
			message: `The file has no column '${wanted}'`,
			hint: `In 'Key Column', enter the column that contains the key. The columns are ${quoted(columns)}`,
		});
	return (row) => row[Object.keys(row).find(isWanted) ?? wanted];
};

async function* keysOfFile(
	{ context, index, parameters }: GenericReading,
	file: IBinaryData,
	input: DeletedInput,
): AsyncGenerator<KnownKey[]> {
	const texts = textOfFile(context, index, file);
	try {
		const source = await openSource(texts);
		const keyIn = columnOf(source, parameters.text('keyColumn').trim() || input.field);
		for await (const rows of source.rows)
			yield rows.map(({ line, values, problem }) => {
				if (problem !== undefined)
					throw new InputError({ field: 'inputBinaryField', message: `Line ${line}: ${problem}`, hint: 'Correct the file' });
				return { value: knownKeyOf(keyIn(values), input.field, input.document, `Line ${line}: `), place: line };
			});
	} finally {
		await texts.return(undefined);
	}
}

/** The work for the keys in a file; each item has its own file. */
const fileWork = (reading: GenericReading, input: DeletedInput): ItemWork => {
	const { context, index, parameters } = reading;
	const file = requiredFile(context, index, parameters.text('inputBinaryField'), 'inputBinaryField', 'Input Binary Field');
	return {
		changes: false,
		exclusive: true,
		async *run(client) {
			for await (const deleted of deletedKeys(input, keysOfFile(reading, file, input), reading.site, client))
				yield deleted.map(({ value, place }) => ({ [input.field]: value, line: place, deleted: true }));
		},
	};
};

interface ItemKeys extends ItemWork {
	readonly keys: readonly KnownKey['value'][];
}

/** The work for the keys of all items together, so that the list is read once. */
const itemsWork = (reading: GenericReading, input: DeletedInput): ItemWork => {
	const { site, parameters } = reading;
	const given = parameters.value('knownKey');
	const own = (Array.isArray(given) ? (given as unknown[]) : [given]).map((key) => knownKeyOf(key, input.field, input.document));
	const joined = (keysOfUnits: readonly (readonly KnownKey['value'][])[]): ItemWork => {
		const owners = new WeakMap<Row, ReadonlySet<number>>();
		return {
			changes: false,
			owners: (row) => owners.get(row),
			async *run(client) {
				const known = keysOfUnits.flatMap((keys, place) => keys.map((value) => ({ value, place })));
				async function* once(): AsyncGenerator<readonly KnownKey[]> {
					yield known;
				}
				for await (const deleted of deletedKeys(input, once(), site, client))
					yield deleted.map(({ value, place }) => {
						const row: Row = { [input.field]: value, deleted: true };
						owners.set(row, new Set([place]));
						return row;
					});
			},
		};
	};
	const work: ItemKeys = {
		...joined([own]),
		keys: own,
		batch: {
			group: JSON.stringify(input),
			max: Infinity,
			join: (works) => joined((works as readonly ItemKeys[]).map(({ keys }) => keys)),
		},
	};
	return work;
};

/** Outputs the known keys whose records no longer exist. Throws {@link InputError}. */
export const deletedWork = (given: GenericReading): ItemWork => {
	const { site, pageSize } = readPaging(given.options, undefined, given.site);
	const reading = { ...given, site };
	const input = readInput(reading, pageSize);
	list.compose({ ...input, columns: { root: [input.field] } }, reading.site);
	return readMode(reading.parameters, 'keysFrom', 'Keys From', ['items', 'file']) === 'file'
		? fileWork(reading, input)
		: itemsWork(reading, input);
};
