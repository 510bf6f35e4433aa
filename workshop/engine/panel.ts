import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { additionalDataOf } from './additionalData';
import type { Engine } from './engine';

/** A node in the editor whose lists and fields are loaded. */
export interface Panel {
	readonly node: string;
	readonly parameters: INodeParameters;
	readonly credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>;
	/** The path of the parameter whose list is loaded, such as `parameters.conditions.condition[0].record`. */
	readonly path?: string | undefined;
}

/** The context in which n8n's editor calls the methods that load lists and fields. */
export const panelContext = async (engine: Engine, { node, parameters, credentials, path = '' }: Panel): Promise<ILoadOptionsFunctions> => {
	const nodeType = engine.types.nodes.get(node) as INodeType;
	const references = await Promise.all(
		Object.entries(credentials).map(
			async ([type, data]) => [type, await engine.credentials.put(`panel-${type}-${Math.random()}`, type, data)] as const,
		),
	);
	const inPanel: INode = {
		id: 'panel',
		name: 'Panel',
		type: node,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(references),
	};
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [inPanel], connections: {}, active: false, nodeTypes });
	const data = { ...additionalDataOf(engine.credentials), currentNodeParameters: parameters };
	// n8n-core is compiled without exactOptionalPropertyTypes, so its contexts do not exactly match the interfaces of n8n-workflow.
	return new LoadOptionsContext(workflow, workflow.nodes.Panel as INode, data, path) as ILoadOptionsFunctions;
};
