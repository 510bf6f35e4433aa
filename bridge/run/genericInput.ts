/** Reads the parameters of the generic node that several of its operations share. */
import { isExpression } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import { isApprovedEditable } from '../../core/operations/bidApproval';
import type { BidApprovalInput } from '../../core/operations';
import type { ReadSettings, RecordAddress, Row, SaveArguments, Selection } from '../../core/model/terms';
import { DEFAULT_LIMIT } from '../settings';
import { readOmissions, readValidation } from './changeInput';
import { readConditions } from './conditions';
import { jsonOf, listOf, rowsOf, switchOf, textOf, type ItemParameters } from './params';
import { readRecord, readSaveArguments, type ChosenDocument } from './recordInput';
import type { ItemReading } from './runNode';
import { readResponse } from './toolResponse';

/** The context and the parameters of one item, with the document that it works on. */
export interface GenericReading extends ItemReading {
	readonly document: ChosenDocument;
}

export const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

/** Which fields of the records to read. */
export const readSettings = ({ options, parameters }: GenericReading): ReadSettings => {
	const response = readResponse(parameters);
	const columnsJson = jsonOf(options.columnsJson, 'columnsJson', 'Fields to Return (JSON)');
	// A notice in the list of fields has an empty value, and the user can select it.
	const columns = (response.columns ?? textsOf(options.columns)).filter((name) => name !== '');
	return {
		...(Object.keys(columnsJson).length > 0 ? { columnsJson } : columns.length > 0 ? { columns: { root: columns } } : {}),
		...(response.isCompact ? { omitNulls: true, omitAlternateKeys: true } : readOmissions(options)),
	};
};

/** Whether 'Return New Rows' is on. Throws {@link InputError}. */
export const returnsNewRows = (options: Row): boolean => switchOf(options.returnNewRows, 'returnNewRows', 'Return New Rows');

/** Whether 'Send Temporary Keys' is on. Throws {@link InputError}. */
export const sendsTemporaryKeys = (options: Row): boolean => switchOf(options.temporaryKeys, 'temporaryKeys', 'Send Temporary Keys');

/** Query parameters that a request for one record requires. */
export const requiredParameters = ({ parameters, document: { entry } }: GenericReading): Record<string, string> =>
	Object.fromEntries((entry?.requiredParameters ?? []).map((name) => [name, parameters.text(`parameter_${name}`)]));

export const readSelection = ({ context, parameters, options, document }: GenericReading): Selection => ({
	...(parameters.text('queryMode') === 'json'
		? { queryJson: parameters.json('queryJson', 'Query') }
		: { conditions: readConditions(parameters, document, { zone: context.getTimezone(), now: Date.now() }) }),
	...readValidation(options),
});

export const readRecordOf = ({ parameters, document, connection }: GenericReading): RecordAddress =>
	readRecord(parameters, document, connection.baseUrl);

/** The record of an upsert has its own parameter, unless the mapper contains the field to match. */
export const readUpsertRecord = (reading: GenericReading): RecordAddress => {
	if (reading.parameters.text('fieldsMode') !== 'mapper') return readRecordOf(reading);
	throw new InputError({
		field: 'fields',
		message: "'Field to Match' is empty",
		hint: "In 'Fields', choose the key that identifies the record, such as external_key",
	});
};

/** 'Limit', or 'Max Results' if a model uses the node. */
export const readLimit = (parameters: ItemParameters): number =>
	parameters.number('toolLimit', 'Max Results') ?? parameters.number('limit', 'Limit') ?? DEFAULT_LIMIT;

/** 'Max Records'; undefined for no maximum. Throws {@link InputError}, also if an expression in the parameter returned no value. */
export const readMaxRecords = (parameters: ItemParameters): number | undefined => {
	const max = parameters.number('maxRecords', 'Max Records');
	if (max !== undefined || !isExpression(parameters.raw('maxRecords'))) return max;
	throw new InputError({
		field: 'maxRecords',
		message: "'Max Records' must be a number, but its expression returned no value",
		hint: 'Check the expression, or clear the parameter to change any number of records',
	});
};

/**
 * Save arguments for a request without an existing record. Save arguments that require the key of a record become empty strings, which the
 * header check reports.
 */
export const readRecordlessArguments = ({ parameters, document }: GenericReading): SaveArguments => {
	const { saveArguments, keyArguments } = readSaveArguments(parameters, document);
	return { ...saveArguments, ...Object.fromEntries(keyArguments.map((name) => [name, ''])) };
};

/** The choice of Change Approval, and the value of `approved` if the choice uses it. Throws {@link InputError}. */
export const readApproval = (parameters: ItemParameters): Pick<BidApprovalInput, 'approval' | 'approved'> => {
	const approval = parameters.text('approval');
	const approved = isApprovedEditable(approval) ? parameters.value('approved') : undefined;
	return approved === undefined ? { approval } : { approval, approved: textOf(approved) };
};

/** The values that a record must still have; otherwise, it is not updated. Throws {@link InputError}. */
export const readUnchanged = ({ unchanged }: Row): { readonly unchanged?: Row } => {
	const rows = rowsOf(unchanged, 'value');
	if (rows.length === 0) return {};
	const values: Row = {};
	for (const { fieldName, expected = null } of rows) {
		const name = textOf(fieldName);
		if (name === '' || Object.hasOwn(values, name))
			throw new InputError({
				field: 'options.unchanged',
				message: name === '' ? "A field in 'Update Only If Unchanged' has no name" : `'Update Only If Unchanged' contains '${name}' twice`,
				hint: name === '' ? 'Choose a field, such as the date of the last change, or remove the entry' : 'Remove one of them',
			});
		values[name] = expected;
	}
	return { unchanged: values };
};

/** The value of a mode; the first of `modes` if the parameter is hidden. Throws {@link InputError}. */
export const readMode = <Mode extends string>(
	parameters: ItemParameters,
	name: string,
	label: string,
	modes: readonly [Mode, ...Mode[]],
): Mode => {
	const given = parameters.text(name);
	const mode = given === '' ? modes[0] : modes.find((each) => each === given);
	if (mode !== undefined) return mode;
	throw new InputError({
		field: name,
		message: `Unknown value '${given}' for '${label}'`,
		hint: `Choose one of ${modes.map((each) => `'${each}'`).join(', ')}`,
	});
};
