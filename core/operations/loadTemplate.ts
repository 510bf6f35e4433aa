import type { LoadTemplateInput } from './inputs';
import { loadInto } from './loadInto';
import { numeric } from './saveArgumentNumbers';

const OPTIONS = { replace: '0', append: '1' } as const;

/** Loads a template into a new or an existing order, its child templates too (specification: Save arguments, LoadTemplate). */
export const loadTemplate = loadInto<LoadTemplateInput>('loadTemplate', ({ childTemplates = false, option, template }) => {
	const number = numeric(template, 'template', "The template ('wo_template_no')");
	return {
		fields: { wo_template_no: number },
		saveArguments: {
			LoadTemplate: String(number),
			...(childTemplates ? { LoadChildTemplates: 'Y' } : {}),
			...(option === undefined ? {} : { LoadTemplateOption: OPTIONS[option] }),
		},
	};
});
