import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import { loadServiceTemplate, loadTemplate, type LoadTemplateInput, type TemplateTarget } from '../../core/operations';
import { readGivenFields, withNotice, type GivenFields } from '../run/givenFields';
import { authenticationProperty } from '../properties/authentication';
import { optionsCollection, timeOptions } from '../properties/requestOptions';
import { recordFieldProperties } from '../properties/fields';
import { APPLY_TO, INPUT_MODE } from '../properties/modes';
import { DOCUMENT } from '../properties/panelResources';
import { recordLocator } from '../properties/record';
import { withArticle } from '../properties/operations';
import { toolOutputProperties } from '../properties/tool';
import { rowWithKeys, type KeyFinder } from '../run/lookUpNames';
import { chosenValue, textOf } from '../run/params';
import type { ChosenDocument } from '../run/recordInput';
import type { ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { actionOptions, lookupLocator, operationsFor, ORDERS, resourceOf, resourcesOf } from './actionProperties';
import { chosenRecord, chosenValues, namedWork, readBackOf, readOperation, readResource, returnsRecord } from './actionWork';

const OPERATIONS = ['create', 'load'] as const;

/** The orders that service templates can be loaded into (specification: Save arguments, LoadServiceTemplate). */
const WITH_SERVICES = ORDERS.filter(({ name }) => name === 'XmTransmissionOrder');
const WITHOUT_SERVICES = ORDERS.filter((entry) => !WITH_SERVICES.includes(entry));
const services = resourcesOf(WITH_SERVICES);

const templateLocator = (show: Record<string, string[]>): INodeProperties =>
	lookupLocator({
		label: 'Template',
		name: 'template',
		search: 'searchTemplates',
		placeholder: 'e.g. 15',
		description: 'The order template. If the list is not available on your site, enter the template number (wo_template_no).',
		displayOptions: { show },
	});

const childTemplates = (show: Record<string, string[]>): INodeProperties => ({
	displayName: 'Load Child Templates',
	name: 'childTemplates',
	type: 'boolean',
	default: false,
	description: "Whether to also load the template's child templates. Requires release 11.3.",
	displayOptions: { show },
});

const existingTransactions = (show: Record<string, string[]>): INodeProperties => ({
	displayName: 'Existing Transactions',
	name: 'loadOption',
	type: 'options',
	description: 'What to do with the transactions that the order already has',
	options: [
		{ name: 'Append', value: 'append', description: "Keep them and add the template's transactions. Requires release 26.1." },
		{ name: 'Replace', value: 'replace', description: "Delete them and add the template's transactions. Requires release 26.1." },
		{ name: 'Site Default', value: 'site', description: 'The site decides' },
	],
	default: 'site',
	displayOptions: { show: { ...show, operation: ['load'] } },
});

/** Conditions that show a parameter of an order template: the order accepts no service templates, or the user chose an order template. */
const ORDER_TEMPLATE: Record<string, string[]>[] = [
	{ resource: resourcesOf(WITHOUT_SERVICES) },
	{ resource: services, templateKind: ['order'] },
];

/**
 * The parameters of the generic node that this node lacks. n8n 1 does not run a node if its display conditions name a missing parameter.
 */
const MISSING_PARAMETERS: readonly string[] = [APPLY_TO, DOCUMENT, INPUT_MODE];

const withoutMissing = ({ hide, ...options }: IDisplayOptions): IDisplayOptions => {
	const kept = Object.entries(hide ?? {}).filter(([name]) => !MISSING_PARAMETERS.includes(name));
	return kept.length === 0 ? options : { ...options, hide: Object.fromEntries(kept) };
};

const fieldsOfCreate: INodeProperties[] = recordFieldProperties.flatMap((property) =>
	property.displayOptions?.show?.operation?.includes('create')
		? [{ ...property, displayOptions: withoutMissing(property.displayOptions) }]
		: [],
);

export const loadTemplateProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ORDERS, 'workOrder'),
	...operationsFor(ORDERS, 'create', (label) => [
		{
			name: 'Create From Template',
			value: 'create',
			action: `Create ${withArticle(label)} from a template`,
			description: 'Create an order and load a template into it in one request',
		},
		{
			name: 'Load Into Existing',
			value: 'load',
			action: `Load a template into ${withArticle(label)}`,
			description: 'Load a template into an existing order',
		},
	]),
	...ORDERS.map((entry) =>
		recordLocator(entry, { show: { resource: [entry.resource], operation: ['load'] } }, 'The order to load the template into'),
	),
	{
		displayName: 'Template Type',
		name: 'templateKind',
		type: 'options',
		description: 'The type of template to load into the order',
		options: [
			{ name: 'Order Template', value: 'order', description: 'One order template, optionally with its child templates' },
			{ name: 'Service Templates', value: 'service', description: 'One or more service templates' },
		],
		default: 'service',
		displayOptions: { show: { resource: services } },
	},
	{
		displayName: 'Service Template Names or IDs',
		name: 'serviceTemplates',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'loadServiceTemplates' },
		default: [],
		required: true,
		description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: { show: { resource: services, templateKind: ['service'] } },
	},
	...ORDER_TEMPLATE.flatMap((show) => [templateLocator(show), childTemplates(show), existingTransactions(show)]),
	...fieldsOfCreate,
	...toolOutputProperties('getFieldsToReturn'),
	optionsCollection([
		...actionOptions,
		...timeOptions,
		{
			displayName: 'Order Template Number',
			name: 'orderTemplate',
			type: 'string',
			default: '',
			placeholder: 'e.g. 15',
			description: 'An order template to load together with a single service template',
			displayOptions: { show: { '/resource': services, '/templateKind': ['service'] } },
		},
	]),
];

const targetOf = (reading: ItemReading, document: ChosenDocument, given: GivenFields | undefined): TemplateTarget =>
	given ? { create: given.fields } : { record: chosenRecord(reading, document), returnNewRows: returnsRecord(reading.options) };

const targetWithKeys = async (target: TemplateTarget, keyOf: KeyFinder): Promise<TemplateTarget> =>
	'create' in target ? { create: await rowWithKeys(target.create, keyOf) } : target;

/** What to do with existing transactions; undefined for a new order, or if the site decides. Throws {@link InputError}. */
const optionOf = ({ parameters }: ItemReading): LoadTemplateInput['option'] => {
	const option = parameters.text('loadOption');
	if (option === 'append' || option === 'replace') return option;
	if (option === '' || option === 'site') return undefined;
	throw new InputError({
		field: 'loadOption',
		message: `Unknown value '${option}' for 'Existing Transactions'`,
		hint: "Choose one of 'append', 'replace' or 'site'",
	});
};

/**
 * The work to do for one item of the Load Template node (specification: Save arguments, LoadTemplate, LoadChildTemplates and
 * LoadServiceTemplate). Throws {@link InputError}.
 */
export const loadTemplateWork = (reading: ItemReading): ItemWork => {
	const { parameters, options } = reading;
	const document = readResource(reading, ORDERS);
	const given = readOperation(reading, OPERATIONS) === 'create' ? readGivenFields(reading, document) : undefined;
	const input = { document: given?.document ?? document.ref, target: targetOf(reading, document, given), readBack: readBackOf(reading) };
	const kind = services.includes(document.entry.resource) ? parameters.text('templateKind') : 'order';
	if (kind === 'service') {
		const template = chosenValue(options.orderTemplate);
		const loading = { ...input, templates: chosenValues(parameters.value('serviceTemplates')), ...(template === '' ? {} : { template }) };
		return withNotice(
			namedWork(loadServiceTemplate, loading, reading, document.ref, async (keyOf) => ({
				...loading,
				target: await targetWithKeys(loading.target, keyOf),
				templates: await Promise.all(loading.templates.map(async (each) => textOf(await keyOf('service_template_no', each)))),
			})),
			given?.notice,
		);
	}
	if (kind !== 'order')
		throw new InputError({
			field: 'templateKind',
			message: `Unknown value '${kind}' for 'Template Type'`,
			hint: 'Choose order or service',
		});
	const loading = {
		...input,
		template: chosenValue(parameters.value('template')),
		childTemplates: parameters.flag('childTemplates', 'Load Child Templates'),
		option: optionOf(reading),
	};
	return withNotice(
		namedWork(loadTemplate, loading, reading, document.ref, async (keyOf) => ({
			...loading,
			target: await targetWithKeys(loading.target, keyOf),
			template: textOf(await keyOf('wo_template_no', loading.template)),
		})),
		given?.notice,
	);
};
