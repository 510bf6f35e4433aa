import type { LoadTemplateInput } from './inputs';
import type { SaveArguments } from '../model/terms';
import { loadInto } from './loadInto';
import { numeric } from './saveArgumentNumbers';

const OPTIONS = { replace: 0, append: 1 } as const;

/**
 * Loads a template into a new or an existing order, also with its child templates (specification: Save arguments, LoadTemplate).
 * To append or replace, LoadTemplateOption is sent instead of LoadTemplate (public material).
 */
export const loadTemplate = loadInto<LoadTemplateInput>('loadTemplate', ({ childTemplates = false, option, template: given }) => {
	const template = numeric(given, 'template', "The template ('wo_template_no')");
	const children: SaveArguments = childTemplates ? { LoadChildTemplates: 'Y' } : {};
	return option === undefined
		? { saveArguments: { LoadTemplate: String(template), ...children } }
		: { template, saveArguments: { LoadTemplateOption: OPTIONS[option], ...children } };
});
