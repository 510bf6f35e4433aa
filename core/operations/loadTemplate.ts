import { FIXED_VALUES } from '../catalog';
import type { SaveArguments, KeyValue } from '../model/terms';
import { loadInto, type TemplateTarget } from './loadInto';
import { numeric } from './saveArgumentNumbers';
import type { DocumentRef } from '../model/documentRef';
import type { ReadBack } from './recordAction';

export interface LoadTemplateInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
	readonly template: KeyValue;
	readonly childTemplates?: boolean;
	readonly option?: 'append' | 'replace' | undefined;
}

const OPTIONS = { replace: 0, append: 1 } as const;

/**
 * Loads a template into a new or an existing order, optionally with its child templates (specification: Save arguments, LoadTemplate).
 * With an option (append or replace), LoadTemplateOption is sent instead of LoadTemplate (public material).
 */
export const loadTemplate = loadInto<LoadTemplateInput>('loadTemplate', ({ childTemplates = false, option, template: given }) => {
	const template = numeric(given, 'template', "The template ('wo_template_no')");
	const children: SaveArguments = childTemplates ? { LoadChildTemplates: FIXED_VALUES.yes } : {};
	return option === undefined
		? { saveArguments: { LoadTemplate: String(template), ...children } }
		: { template, saveArguments: { LoadTemplateOption: OPTIONS[option], ...children } };
});
