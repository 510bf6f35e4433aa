/** Reads the parameters of an import. */
import type { IBinaryData } from 'n8n-workflow';

import type { FieldType } from '../../core/catalog';
import type { CellSettings } from '../../core/import/cells';
import type { ColumnMapping } from '../../core/import/columns';
import { keysOf, type ImportOperation } from '../../core/import/planRow';
import { InputError } from '../../core/model/inputError';
import { wholeNumber } from '../../core/model/wholeNumber';
import { SEPARATORS } from '../properties/csvOptions';
import { AS_FILE, INPUT_MODE } from '../properties/modes';
import type { GenericReading } from './genericInput';
import { requiredFile } from './importSource';
import { choice, listOf, numberOf, textOf, type ItemParameters } from './params';

export interface ImportSettings {
	readonly input: IBinaryData;
	/** The result file of an earlier run; undefined if there is none. */
	readonly earlierResult?: IBinaryData;
	readonly validates: boolean;
	readonly key?: string;
	readonly mappings: readonly ColumnMapping[];
	readonly cells: CellSettings;
	readonly emptyCells: 'keep' | 'clear';
	readonly ignoreUnknown: boolean;
	readonly encoding: string;
	readonly separator?: string;
	readonly maxRows?: number;
	readonly recordsPerRequest: number;
	/** The fields for which the record and the file must contain the same value; otherwise, the record is not updated. */
	readonly unchanged: readonly string[];
}

/** Whether the operation reads its records from a file. */
export const isImport = (parameters: ItemParameters): boolean => parameters.text(INPUT_MODE) === AS_FILE;

const TYPES: Readonly<Record<string, FieldType>> = { date: 'dateTime', number: 'decimal', text: 'text', yesNo: 'flag' };

const mappingsOf = (parameters: ItemParameters): ColumnMapping[] =>
	parameters.rows('columnMapping', 'column').map(({ columnName, fieldName, contains }, index) => {
		const column = textOf(columnName);
		if (column === '')
			throw new InputError({
				field: 'columnMapping',
				message: `Entry ${index + 1} of 'Columns' has no column`,
				hint: 'Enter the name of the column in the header of the file, or remove the entry',
			});
		const kind = textOf(contains);
		const type = TYPES[kind];
		return { column, field: textOf(fieldName), byName: kind === 'name', ...(type === undefined ? {} : { type }) };
	});

/** Reads and checks the settings of an import. Throws {@link InputError}. */
export const readImport = (
	{ context, index, parameters, options, document }: GenericReading,
	operation: ImportOperation,
): ImportSettings => {
	const given = parameters.collection('importOptions');
	const input = requiredFile(context, index, parameters.text('inputBinaryField'), 'inputBinaryField', 'Input Binary Field');
	const resultField = textOf(given.skipRowsDoneIn);
	const earlierResult =
		resultField === '' ? undefined : requiredFile(context, index, resultField, 'skipRowsDoneIn', 'Skip Completed Rows In');
	const validate = choice(parameters.value('validateFirst'), ['manual', 'always', 'never'], 'validateFirst', 'Validate First');
	const separator = choice(given.separator, ['auto', 'comma', 'semicolon', 'tab', 'pipe'], 'separator', 'Separator');
	const key = (document.entry === undefined ? parameters.text('keyField') : parameters.text('importKey')) || undefined;
	const maxRows = wholeNumber(numberOf(given.maxRows, 'maxRows', 'Max Rows'), 'maxRows', 'Max Rows', { min: 1 });
	const recordsPerRequest = wholeNumber(
		numberOf(options.recordsPerRequest, 'recordsPerRequest', 'Records per Request'),
		'recordsPerRequest',
		'Records per Request',
		{ min: 1 },
	);
	if (operation !== 'create' && key === undefined && keysOf(document.ref).length === 0)
		throw new InputError({
			field: 'keyField',
			message: 'The key of the records is not known',
			hint: "Choose it in 'Key Field Name or ID'",
		});
	return {
		input,
		...(earlierResult === undefined ? {} : { earlierResult }),
		validates: validate === 'always' || (validate === 'manual' && context.getMode() === 'manual'),
		...(operation === 'create' || key === undefined ? {} : { key }),
		mappings: mappingsOf(parameters),
		cells: {
			decimal: choice(given.decimalSeparator, ['auto', 'point', 'comma'], 'decimalSeparator', 'Decimal Separator'),
			dateOrder: choice(given.dateFormat, ['iso', 'dayFirst', 'monthFirst'], 'dateFormat', 'Date Format'),
		},
		emptyCells: choice(given.emptyCells, ['keep', 'clear'], 'emptyCells', 'Empty Cells'),
		ignoreUnknown: choice(given.unknownColumns, ['refuse', 'ignore'], 'unknownColumns', 'Unknown Columns') === 'ignore',
		encoding: textOf(given.encoding),
		...(separator === 'auto' ? {} : { separator: SEPARATORS[separator] }),
		...(maxRows === undefined ? {} : { maxRows }),
		recordsPerRequest: operation === 'create' ? (recordsPerRequest ?? 1) : 1,
		unchanged:
			operation === 'update'
				? listOf(given.unchanged)
						.map(textOf)
						.filter((name) => name !== '')
				: [],
	};
};
