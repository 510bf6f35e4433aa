import type { INodeProperties } from 'n8n-workflow';

import { unvoidOrder, voidOrder } from '../../core/operations';
import { authenticationProperty } from '../properties/authentication';
import { optionsCollection } from '../properties/requestOptions';
import { recordLocator } from '../properties/record';
import { withArticle } from '../properties/operations';
import { toolOutputProperties } from '../properties/tool';
import { chosenValue, textOf } from '../run/params';
import type { ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { irreversibleOptions, lookupLocator, operationsFor, ORDERS, resourceOf, resourcesOf } from './actionProperties';
import { actionWork, chosenRecord, namedWork, readBackOf, readOperation, readResource } from './actionWork';

const OPERATIONS = ['void', 'unVoid'] as const;

/** The fields that the node returns by default, to show whether the order is void (specification: Documents, JmWorkOrder). */
export const STATE_FIELDS = ['wo_no_seq', 'wo_desc', 'phase_code', 'cancel_no'];

export const voidOrderProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ORDERS, 'workOrder'),
	...operationsFor(ORDERS, 'void', (label) => [
		{ name: 'Un-Void', value: 'unVoid', action: `Un-void ${withArticle(label)}`, description: 'Restore a voided order' },
		{ name: 'Void', value: 'void', action: `Void ${withArticle(label)}`, description: 'Void the order with a reason' },
	]),
	...ORDERS.map((entry) => recordLocator(entry, { show: { resource: [entry.resource] } }, 'The order to void or un-void')),
	lookupLocator({
		label: 'Void Reason',
		name: 'reason',
		search: 'searchVoidReasons',
		placeholder: 'e.g. 1',
		description: 'Why the order is voided. If the list is not available on your site, enter the reason number (cancel_no).',
		displayOptions: { show: { resource: resourcesOf(ORDERS), operation: ['void'] } },
	}),
	...toolOutputProperties('getFieldsToReturn'),
	optionsCollection(irreversibleOptions),
];

/**
 * The work for one item of the Void Order node (specification: Save arguments, VoidWorkOrder and UnVoidWorkOrder). Throws
 * `InputError`.
 */
export const voidOrderWork = (reading: ItemReading): ItemWork => {
	const document = readResource(reading, ORDERS);
	const input = { document: document.ref, record: chosenRecord(reading, document), readBack: readBackOf(reading, STATE_FIELDS) };
	if (readOperation(reading, OPERATIONS) === 'unVoid') return actionWork(unvoidOrder, input, reading, document.ref);
	const voiding = { ...input, reason: chosenValue(reading.parameters.value('reason')) };
	return namedWork(voidOrder, voiding, reading, document.ref, async (keyOf) => ({
		...voiding,
		reason: textOf(await keyOf('cancel_no', voiding.reason)),
	}));
};
