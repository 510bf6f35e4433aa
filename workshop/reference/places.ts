/** Finds where a name from the specification appears in the nodes. Each place is a path of the labels that users see. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { PANEL_RESOURCES } from '../../bridge/properties/panelResources';
import type { DocumentEntry } from '../../core/catalog';
import type { Row } from '../../test/interface/row';
import type { SpecificationName } from '../../test/interface/specificationNames';
import { entryOf, fieldOf, operatorsOf, parameterOf, saveArgumentOf, tableOf } from './catalog';

const GENERIC = 'mediaOperations';
const PATH = ' › ';

/**
 * The parameters of the generic node for each header and query parameter, by lower-case name. A header without parameters
 * is a response header, whose value the node outputs.
 */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
	'content-type': ['updateFormat'],
	authorization: ['authentication'],
	saveargument: ['saveArguments', 'saveArgumentsJson'],
	rowaction: ['clearSubTables'],
	'division-code': ['divisionCode'],
	'accept-encoding': ['extraHeaders'],
	'source-time-zone-name': ['timeZoneName'],
	'pagination-count': ['returnAll', 'maxRecords'],
	location: [],
};
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
	query: ['conditions', 'queryJson'],
	resultcolumns: ['columns', 'columnsJson'],
	nullvaluehandling: ['omitNulls'],
	alternatekeyhandling: ['omitAlternateKeys'],
	pagesize: ['pageSize'],
	page: ['returnAll', 'limit'],
	sort: ['sort'],
	validatequeryparameters: ['validateQueryParameters'],
};

type Nested = INodeProperties | INodePropertyOptions | INodePropertyCollection;
const isProperty = (option: Nested): option is INodeProperties => 'type' in option && 'displayName' in option;

/** The parameters of a node, each with the labels of its parents. */
const chains = (
	properties: readonly Nested[],
	above: readonly (INodeProperties | INodePropertyCollection)[] = [],
): (INodeProperties | INodePropertyCollection)[][] =>
	properties.flatMap((property) => {
		if ('values' in property) return chains(property.values, [...above, property]);
		if (!isProperty(property)) return [];
		const chain = [...above, property];
		return [chain, ...chains(property.options ?? [], chain)];
	});

/** The value of Resource in the nodes that group documents. */
const panelResource = (entry: DocumentEntry): string =>
	PANEL_RESOURCES.find(({ entries }) => entries.includes(entry))?.resource ?? entry.resource;

const shownFor = ({ displayOptions }: INodeProperties, resource: string): boolean =>
	displayOptions?.show?.resource === undefined || displayOptions.show.resource.includes(resource);
const isOfDocument = ({ displayOptions }: INodeProperties, document: string): boolean =>
	displayOptions?.show?.document === undefined || displayOptions.show.document.includes(document);
const optionsOf = (property: INodeProperties | undefined): INodePropertyOptions[] => (property?.options ?? []) as INodePropertyOptions[];
const distinct = (words: readonly string[]): string[] => [...new Set(words)];

export class Places {
	constructor(private readonly nodes: ReadonlyMap<string, INodeTypeDescription>) {}

	/** The places where a name appears. Throws if a node or parameter does not exist, so that a renamed one is noticed. */
	of(name: SpecificationName, rows: readonly Row[]): string[] {
		switch (name.kind) {
			case 'document':
				return distinct([...this.resources(entryOf(name)), ...this.ofRows(rows, ['resource'])]);
			case 'table':
				return this.table(name);
			case 'field':
				return this.field(name);
			case 'operator':
				return operatorsOf(name).map(
					({ label, name: value }) => `${this.parameters('operator')[0]}: ${this.option('operator', value, label)}`,
				);
			case 'header':
				return this.named(HEADERS, name);
			case 'parameter':
				return parameterOf(name) ? this.named(PARAMETERS, name) : this.parameters(`parameter_${name.name}`);
			case 'saveArgument':
				return this.saveArgument(name, rows);
			case 'status':
				return Number(name.name) < 300 ? ['output'] : ["the site's message in the node's error"];
			default:
				return this.ofRows(rows, ['resource', 'operation']).slice(0, 3);
		}
	}

	private description(node: string): INodeTypeDescription {
		const found = this.nodes.get(node);
		if (found === undefined) throw new Error(`Unknown node '${node}'`);
		return found;
	}

	/** The values of Resource for the document, with the value of Document if the resource has several. */
	private resources(entry: DocumentEntry): string[] {
		if (entry.kind === 'attachments') return [this.description('mediaOperationsUploadAttachment').displayName];
		return [...this.nodes.values()].flatMap(({ displayName, properties }) => {
			const hasDocuments = properties.some(({ name }) => name === 'document');
			const resource = hasDocuments ? panelResource(entry) : entry.resource;
			return properties
				.filter(({ name }) => name === 'resource')
				.flatMap((property) =>
					optionsOf(property)
						.filter(({ value }) => value === resource)
						.map((option) => `${displayName}${PATH}${property.displayName}: ${option.name}`),
				)
				.map((place) => (resource === entry.resource ? place : `${place}${PATH}Document: ${entry.label}`));
		});
	}

	/** The places where a parameter appears in the generic node, at the top level or in its options. */
	private parameters(parameter: string, place?: 'top' | 'options'): string[] {
		const found = chains(this.description(GENERIC).properties).filter(
			(chain) =>
				chain[chain.length - 1]!.name === parameter && (place === undefined || (chain[0]!.name === 'options') === (place === 'options')),
		);
		if (found.length === 0) throw new Error(`The '${GENERIC}' node has no parameter '${parameter}'`);
		return distinct(found.map((chain) => chain.map(({ displayName }) => displayName).join(PATH)));
	}

	private option(parameter: string, value: string, otherwise: string): string {
		const chain = chains(this.description(GENERIC).properties).find((each) => each[each.length - 1]!.name === parameter)!;
		const option = optionsOf(chain[chain.length - 1] as INodeProperties).find((each) => each.value === value);
		if (option === undefined) throw new Error(`'${parameter}' does not offer '${otherwise}'`);
		return option.name;
	}

	private named(map: Readonly<Record<string, readonly string[]>>, { name }: SpecificationName): string[] {
		const names = map[name.toLowerCase()];
		if (names === undefined) throw new Error(`No place in the nodes is known for '${name}'`);
		return names.length === 0
			? ['output']
			: distinct(names.flatMap((each) => this.parameters(each, each === 'columns' ? 'options' : undefined)));
	}

	private table(name: SpecificationName): string[] {
		if (tableOf(name) === entryOf(name).table) return this.resources(entryOf(name)).slice(0, 1);
		return this.belowRecord();
	}

	private belowRecord(): string[] {
		return distinct([...this.parameters('subTables'), ...this.parameters('rows'), ...this.parameters('fieldsJson')]);
	}

	private field(name: SpecificationName): string[] {
		const entry = entryOf(name);
		const { table } = entry;
		const field = fieldOf(name);
		const locators = this.description(GENERIC)
			.properties.filter(
				(property) => property.name === 'record' && shownFor(property, panelResource(entry)) && isOfDocument(property, entry.resource),
			)
			.flatMap((property) =>
				(property.modes ?? []).filter((mode) => mode.name === name.name).map((mode) => `${property.displayName}: ${mode.displayName}`),
			);
		if (tableOf(name) !== table) return this.belowRecord();
		const writable =
			field !== undefined && field.readOnly !== true ? [...this.parameters('columns', 'top'), ...this.parameters('fields')] : [];
		return distinct([...locators, ...writable, ...this.parameters('conditions'), ...this.parameters('columns', 'options')]);
	}

	private saveArgument(name: SpecificationName, rows: readonly Row[]): string[] {
		const { name: argument } = saveArgumentOf(name);
		const collection = chains(this.description(GENERIC).properties).filter(
			(chain) => chain.length > 1 && chain[chain.length - 1]!.name === argument,
		);
		return distinct([
			...this.ofRows(rows, ['resource', 'operation']),
			...collection.map(
				(chain) => `${this.description(GENERIC).displayName}${PATH}${chain.map(({ displayName }) => displayName).join(PATH)}`,
			),
		]).slice(0, 4);
	}

	/** The settings of the nodes in these rows: "Media Operations › Job › Create". */
	private ofRows(rows: readonly Row[], shown: readonly string[]): string[] {
		return distinct(
			rows.flatMap(({ node }) => {
				if (typeof node === 'string') return [];
				const { displayName, properties } = this.description(node.node);
				const resource = String(node.parameters.resource ?? '');
				const parameters = shown.flatMap((parameter) => (parameter === 'resource' ? [parameter, 'document'] : [parameter]));
				const labels = parameters.flatMap((parameter) => {
					const property = properties.find((each) => each.name === parameter && shownFor(each, resource));
					return optionsOf(property)
						.filter(({ value }) => value === node.parameters[parameter])
						.map((option) => (shown.length === 1 ? `${property!.displayName}: ${option.name}` : option.name));
				});
				return [[displayName, ...labels].join(PATH)];
			}),
		);
	}
}
