import type { LoadServiceTemplateInput } from './inputs';
import { loadInto } from './loadInto';
import { numbers, numeric } from './saveArgumentNumbers';

/**
 * Loads service templates into a transmission order: a single one also stands in the body, of several the field in the
 * body stays null (specification: Save arguments, LoadServiceTemplate).
 */
export const loadServiceTemplate = loadInto<LoadServiceTemplateInput>('loadServiceTemplate', ({ template, templates }) => {
	const listed = numbers(templates, 'templates', 'The service templates');
	const order = template === undefined ? undefined : numeric(template, 'template', "The template ('wo_template_no')");
	return {
		fields: { service_template_no: templates.length === 1 ? numeric(listed, 'templates', 'The service template') : null, ...(order === undefined ? {} : { wo_template_no: order }) },
		saveArguments: { LoadServiceTemplate: listed, ...(order === undefined ? {} : { LoadTemplate: String(order) }) },
	};
});
