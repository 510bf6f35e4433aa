import { SAVE_ARGUMENTS } from '../../core/catalog';
import { describe } from '../documents/decisions';
import { badRequest } from '../documents/httpError';
import { actualizeAll, actualizeSelected, actualizeUpdatePhase, actualOfOrder } from './actualize';
import { approvalByArgument, bidApproval } from './bidApproval';
import { contactTypes } from './contactTypes';
import { groupCode } from './groupCode';
import { loadServiceTemplate } from './loadServiceTemplate';
import { loadChildTemplates, loadTemplate, loadTemplateOption } from './loadTemplate';
import { moveTransactions, adjustTransactions } from './moveTransactions';
import { post } from './postBatch';
import type { ArgumentRule, RuleCall, DocumentRule } from './rule';
import { titleHierarchy } from './titleHierarchy';
import { unVoidWorkOrder, voidWorkOrder } from './voidOrder';

/** The order in which the save arguments of one header are applied. */
export const ARGUMENT_RULES: readonly ArgumentRule[] = [
	moveTransactions,
	adjustTransactions,
	loadTemplate,
	loadChildTemplates,
	loadTemplateOption,
	loadServiceTemplate,
	bidApproval,
	unVoidWorkOrder,
	voidWorkOrder,
	groupCode,
	actualizeSelected,
	actualizeAll,
	actualizeUpdatePhase,
	post,
];

const DOCUMENT_RULES: readonly DocumentRule[] = [titleHierarchy, contactTypes, actualOfOrder, approvalByArgument];

const KINDS: Readonly<Record<RuleCall['kind'], string>> = { create: 'POST', update: 'PATCH', upsert: 'PUT' };

const TAKES_KEY: ReadonlySet<string> = new Set(SAVE_ARGUMENTS.filter(({ value }) => value === 'key').map(({ name }) => name));

/** Throws if the order in a save argument is not the one in the URL. */
const checkKey = (argument: string, value: string, records: RuleCall['records']): void => {
	const other = records.find(({ key }) => key !== value);
	if (other) {
		throw badRequest(
			`'${argument}' in the 'SaveArgument' header is for order ${value}, but the URL is for order ${other.key}; both must be for the same order`,
		);
	}
};

/** Applies the rules of the document and of the request's save arguments. */
export const applyRules = (call: RuleCall): void => {
	for (const rule of DOCUMENT_RULES) {
		if (rule.documents.includes(call.document.name)) {
			rule.apply(call);
		}
	}
	call.decisions.push(...describe(call.unit.takeOperations()));
	for (const rule of ARGUMENT_RULES) {
		const value = call.arguments.get(rule.argument);
		if (value === undefined) {
			continue;
		}
		if (!rule.kinds.includes(call.kind)) {
			throw badRequest(
				`'${rule.argument}' in the 'SaveArgument' header works with ${rule.kinds.map((kind) => KINDS[kind]).join(', ')}, not with ${KINDS[call.kind]}`,
			);
		}
		if (TAKES_KEY.has(rule.argument)) {
			checkKey(rule.argument, value, call.records);
		}
		rule.apply(call, value);
		const effects = describe(call.unit.takeOperations()).join(', ');
		call.decisions.push(
			`SaveArgument ${rule.argument}${value === '' ? '' : ` ${value}`}${effects === '' ? '' : `: ${effects[0]?.toLowerCase() ?? ''}${effects.slice(1)}`}`,
		);
	}
};
