import type { INodeProperties } from 'n8n-workflow';

/** All parameters of a node or a credential, including those in its collections. */
export const everyParameter = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...(property.type === 'collection' ? everyParameter(property.options as INodeProperties[]) : []),
		...(property.type === 'fixedCollection'
			? everyParameter((property.options as { values: INodeProperties[] }[]).flatMap(({ values }) => values))
			: []),
	]);
