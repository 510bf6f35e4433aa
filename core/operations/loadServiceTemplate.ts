import type { SaveArguments, KeyValue } from '../model/terms';
import { loadInto, type TemplateTarget } from './loadInto';
import { numbers, numeric } from './saveArgumentNumbers';
import type { DocumentRef } from '../model/documentRef';
import type { ReadBack } from './recordAction';

export interface LoadServiceTemplateInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
	readonly templates: readonly KeyValue[];
	/** An additional work order template to load; only with a single service template. */
	readonly template?: KeyValue;
}

/** Loads one or more service templates into a transmission order (specification: Save arguments, LoadServiceTemplate). */
export const loadServiceTemplate = loadInto<LoadServiceTemplateInput>('loadServiceTemplate', ({ template, templates }) => {
	const order: SaveArguments =
		template === undefined ? {} : { LoadTemplate: String(numeric(template, 'template', "The template ('wo_template_no')")) };
	return { saveArguments: { LoadServiceTemplate: numbers(templates, 'templates', 'The service templates'), ...order } };
});
