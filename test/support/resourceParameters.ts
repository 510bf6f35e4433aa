/** The parameters that choose a document in the generic node and the poll trigger. */
import { PANEL_RESOURCES } from '../../bridge/properties/panelResources';

/** Resource, and Document if the resource has several documents. For attachments, the nodes have only Any Document. */
export const resourceParameters = (document: string): Record<string, string> => {
	if (document === 'attachment') return { resource: 'anyDocument', documentName: 'SysAttachment', keyField: 'attachment_keystring' };
	const group = PANEL_RESOURCES.find(({ entries }) => entries.length > 1 && entries.some(({ resource }) => resource === document));
	return group === undefined ? { resource: document } : { resource: group.resource, document };
};
