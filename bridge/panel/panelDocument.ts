import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { documentByName, documentByResource } from '../../core/catalog';
import { anyDocument, documentRef } from '../../core/operations';
import { textOf } from '../run/params';
import { ANY_DOCUMENT } from '../properties/resource';
import type { ChosenDocument } from '../run/recordInput';

const LIST_DOCUMENT = 'options.listDocument';

/** A parameter as it stands in the panel; undefined while it is empty, or an expression waits for its item. */
export const panelText = (context: ILoadOptionsFunctions, name: string): string | undefined => {
	let value: unknown;
	try {
		value = context.getNodeParameter(name, '');
	} catch {
		return undefined; // An expression that needs an item: there is none while somebody fills in the panel.
	}
	const text = typeof value === 'object' ? '' : textOf(value);
	return text === '' || text.startsWith('=') ? undefined : text;
};

/** The document that the panel is about; undefined as long as that is not known. */
export const panelDocument = (context: ILoadOptionsFunctions): ChosenDocument | undefined => {
	const resource = panelText(context, 'resource');
	if (resource === undefined) return undefined;
	if (resource !== ANY_DOCUMENT) {
		const entry = documentByResource(resource);
		return entry && { entry, ref: documentRef(entry, { list: panelText(context, LIST_DOCUMENT) }) };
	}
	const name = panelText(context, 'documentName');
	if (name === undefined) return undefined;
	const ref = anyDocument({ name, list: panelText(context, LIST_DOCUMENT) });
	// A document of the catalogue keeps what is known of it when it is called by its name.
	const entry = documentByName(ref.name);
	return { ref, ...(entry ? { entry } : {}) };
};
