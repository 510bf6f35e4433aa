import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { documentByName } from '../../core/catalog';
import { anyDocument, documentRef } from '../../core/operations';
import { textOf } from '../run/params';
import { ANY_DOCUMENT, chosenEntry, DOCUMENT } from '../properties/panelResources';
import type { ChosenDocument } from '../run/recordInput';

const LIST_DOCUMENT = 'options.listDocument';

/** A parameter as text; undefined if it is empty, or an expression that needs an item. */
export const panelText = (context: ILoadOptionsFunctions, name: string): string | undefined => {
	let value: unknown;
	try {
		value = context.getNodeParameter(name, '');
	} catch {
		return undefined; // The expression needs an item, which does not exist in the editor.
	}
	const text = typeof value === 'object' ? '' : textOf(value);
	return text === '' || text.startsWith('=') ? undefined : text;
};

/** The document of the node; undefined if it is unknown. */
export const panelDocument = (context: ILoadOptionsFunctions): ChosenDocument | undefined => {
	const resource = panelText(context, 'resource');
	if (resource === undefined) return undefined;
	if (resource !== ANY_DOCUMENT) {
		const entry = chosenEntry(resource, panelText(context, DOCUMENT) ?? '');
		return entry && { entry, ref: documentRef(entry, { list: panelText(context, LIST_DOCUMENT) }) };
	}
	// A workflow that was not created in the editor can contain the name as plain text instead of a locator.
	const name = panelText(context, 'documentName.value') ?? panelText(context, 'documentName');
	if (name === undefined) return undefined;
	const ref = anyDocument({ name, list: panelText(context, LIST_DOCUMENT) });
	// A document in the catalog can also be entered by name.
	const entry = documentByName(ref.name);
	return { ref, entry };
};
