import { InputError } from '../../core/model/inputError';
import { actualize, documentRef, type ActualDetail, type ActualizeInput, type RecordOf } from '../../core/operations';
import type { Row } from '../../core/model/terms';
import { plainValue } from '../../core/wire/values';
import { chosenValue, isRow, jsonOf, numberOf, parseJson, switchOf, textOf } from '../run/params';
import { isPreview } from '../run/preview';
import type { ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { ORDERS } from './actionProperties';
import { actionWork, chosenRecord, chosenValues, readBackOf, readResource, uncheckedWork } from './actionWork';
import { documentNamed } from './documentNamed';

const document = documentRef(documentNamed('JmActual'));

const refuse = (message: string, hint: string): InputError => new InputError({ field: 'details', message, hint });

/** A detail as entered: a row in the editor, or a JSON object. */
interface GivenDetail {
	readonly action: unknown;
	readonly units: unknown;
	readonly transactions: unknown;
	readonly actual: unknown;
	readonly fields: Row;
}

/** The flag `actual`, if it is set. */
const flagOf = (actual: unknown): Pick<ActualDetail, 'actual'> => {
	const flag = textOf(actual);
	if (flag === 'true' || flag === 'false') return { actual: flag === 'true' ? 'Y' : 'N' };
	return flag === '' ? {} : { actual: flag };
};

const detailOf = ({ action: chosen, units: given, transactions, actual, fields }: GivenDetail, number: number): ActualDetail => {
	const action = chosenValue(chosen);
	if (action === '')
		throw refuse(`Detail ${number} has no action`, "Choose an action in 'Action Name or ID'. In JSON, the field is 'action_code'");
	const units = numberOf(given, 'details', `Units of detail ${number}`);
	if (units === undefined)
		throw refuse(
			`Detail ${number} has no units`,
			"Enter a number in 'Units', such as the number of hours. In JSON, the field is 'actual_unit'",
		);
	return { action, units, transactions: chosenValues(transactions), ...flagOf(actual), fields };
};

/**
 * A default applies only to a missing parameter. If it also replaced an expression that returned nothing, the node would record work that
 * nobody entered.
 */
const listedDetails = ({ parameters }: ItemReading): ActualDetail[] =>
	parameters.rows('details', 'detail').map((row, index) =>
		detailOf(
			{
				action: row.action,
				units: Object.hasOwn(row, 'units') ? row.units : 1,
				transactions: row.transactions,
				actual: Object.hasOwn(row, 'actual') && textOf(row.actual) === '' ? false : row.actual,
				fields: jsonOf(row.fields, 'details', 'Additional Fields (JSON)'),
			},
			index + 1,
		),
	);

const jsonDetails = ({ parameters }: ItemReading): ActualDetail[] => {
	const given = parseJson(parameters.value('detailsJson'), 'details', 'Details (JSON)');
	const rows = Array.isArray(given) ? given : given === undefined ? [] : [given];
	return rows.map((row: unknown, index) => {
		if (!isRow(row))
			throw refuse(`Detail ${index + 1} must be an object`, 'Use curly brackets, such as {"action_code": "I", "actual_unit": 4}');
		const { action_code: action, actual_unit: units, trx_no: transactions, actual, ...fields } = row;
		return detailOf(
			{
				action: plainValue(action, 'action_code'),
				units,
				transactions: Array.isArray(transactions)
					? transactions.map((one) => plainValue(one, 'trx_no'))
					: plainValue(transactions, 'trx_no'),
				actual,
				fields,
			},
			index + 1,
		);
	});
};

const modeOf = ({ parameters }: ItemReading): ActualizeInput['actualize'] => {
	const mode = parameters.text('actualize');
	if (mode === 'selected') return { transactions: chosenValues(parameters.value('transactions')) };
	if (mode === 'all' || mode === 'linked' || mode === 'none') return mode;
	throw new InputError({
		field: 'actualize',
		message: `Unknown value '${mode}' for 'Transactions to Actualize'`,
		hint: "Choose one of 'all', 'linked', 'none' or 'selected'",
	});
};

interface ActualizeWork extends ItemWork {
	readonly input: ActualizeInput;
}

/** Joins the details of several items for one order into one input. The items have the same settings. */
const joined = (settings: ActualizeInput, inputs: readonly ActualizeInput[]): ActualizeInput => ({
	...settings,
	details: inputs.flatMap(({ details }) => details),
	actualize:
		typeof settings.actualize === 'object'
			? { transactions: inputs.flatMap(({ actualize: mode }) => (typeof mode === 'object' ? mode.transactions : [])) }
			: settings.actualize,
});

const modeName = (mode: ActualizeInput['actualize']): string => (typeof mode === 'object' ? 'selected' : mode);

/** The work for one item of the Actualize node (specification: Save arguments, the Actualize keys). Throws {@link InputError}. */
export const actualizeWork = (reading: ItemReading): ItemWork => {
	const { options, parameters, site } = reading;
	const order = readResource(reading, ORDERS);
	const of: RecordOf = { document: order.ref, record: chosenRecord(reading, order) };
	const input: ActualizeInput = {
		document,
		order: of,
		details: parameters.text('detailsMode') === 'json' ? jsonDetails(reading) : listedDetails(reading),
		fields: jsonOf(options.headerFields, 'headerFields', 'Header Fields (JSON)'),
		actualize: modeOf(reading),
		leadingMinusTwo: switchOf(options.leadingMinusTwo, 'leadingMinusTwo', 'Send Leading -2'),
		updatePhase: parameters.flag('updatePhase', 'Update Phase'),
		readBack: readBackOf(reading),
	};
	if (!switchOf(options.oneRequestPerOrder, 'oneRequestPerOrder', 'One Request per Order'))
		return actionWork(actualize, input, reading, of.document);
	// Another item for the same order can name the transactions, so missing transactions are reported only after the items are joined.
	const isOpen = input.actualize === 'linked' && input.details.every(({ transactions = [] }) => transactions.length === 0);
	actualize.compose(isOpen ? { ...input, actualize: 'none', updatePhase: false } : input, site);
	const work: ActualizeWork = {
		...uncheckedWork(actualize, input, reading, of.document),
		input,
		batch: {
			group: JSON.stringify([
				of.document.name,
				of.record,
				input.fields,
				modeName(input.actualize),
				input.leadingMinusTwo,
				input.updatePhase,
				input.readBack,
				isPreview(options),
				site,
			]),
			max: Number.MAX_SAFE_INTEGER,
			join: (works) =>
				uncheckedWork(
					actualize,
					joined(
						input,
						(works as readonly ActualizeWork[]).map((each) => each.input),
					),
					reading,
					of.document,
				),
		},
	};
	return work;
};
