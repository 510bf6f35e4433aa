import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { loadPackage } from '../../workshop/engine/packageTypes';

const { nodes } = loadPackage('sources');

/** The options that the editor offers for these parameters. */
const offered = (name: string, parameters: INodeParameters): string[] => {
	const { description } = nodes.get(name)!;
	const node: INode = { id: '1', name: 'Node', type: name, typeVersion: 1, position: [0, 0], parameters };
	const values = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description)!;
	const collections = description.properties.filter(
		(property) =>
			property.type === 'collection' && property.name === 'options' && NodeHelpers.displayParameter(values, property, node, description),
	);
	return collections.flatMap(({ options }) =>
		(options as INodeProperties[])
			.filter((option) => NodeHelpers.displayParameterPath(values, option, 'options', node, description))
			.map((option) => option.name),
	);
};

describe('An option', () => {
	it.each<readonly [option: string, name: string, where: INodeParameters, elsewhere: INodeParameters]>([
		['listDocument', 'mediaOperations', { resource: 'job', operation: 'getMany' }, { resource: 'job', operation: 'get' }],
		[
			'listDocument',
			'mediaOperations',
			{ resource: 'orderTransaction', operation: 'getMany', output: 'count' },
			{ resource: 'orderTransaction', operation: 'update' },
		],
		['page', 'mediaOperations', { resource: 'job', operation: 'getMany' }, { resource: 'job', operation: 'getMany', output: 'count' }],
		[
			'columns',
			'mediaOperations',
			{ resource: 'job', operation: 'get', findBy: 'keys' },
			{ resource: 'job', operation: 'getMany', output: 'count' },
		],
		[
			'validateQueryParameters',
			'mediaOperations',
			{ resource: 'job', operation: 'getMany' },
			{ resource: 'job', operation: 'get', findBy: 'keys' },
		],
		['recordsPerRequest', 'mediaOperations', { resource: 'job', operation: 'create' }, { resource: 'job', operation: 'update' }],
		['leadingMinusTwo', 'mediaOperationsActualize', { actualize: 'linked' }, { actualize: 'all' }],
		[
			'orderTemplate',
			'mediaOperationsLoadTemplate',
			{ resource: 'transmissionOrder', templateKind: 'service' },
			{ resource: 'transmissionOrder', templateKind: 'order' },
		],
		['orderTemplate', 'mediaOperationsLoadTemplate', { resource: 'transmissionOrder' }, { resource: 'workOrder' }],
		[
			'documentId',
			'mediaOperationsUploadAttachment',
			{ resource: 'workOrder', operation: 'upload' },
			{ resource: 'mediaOrder', operation: 'upload' },
		],
		['documentId', 'mediaOperationsUploadAttachment', { operation: 'getMany' }, { resource: 'otherDocument', operation: 'getMany' }],
	])('is offered only if it has an effect: %s of %s with %j, not with %j', (option, name, where, elsewhere) => {
		expect(offered(name, where)).toContain(option);
		expect(offered(name, elsewhere)).not.toContain(option);
	});
});
