import type { LoadServiceTemplateInput } from './inputs';
import type { SaveArguments } from '../model/terms';
import { loadInto } from './loadInto';
import { numbers, numeric } from './saveArgumentNumbers';

/** Loads one or more service templates into a transmission order (specification: Save arguments, LoadServiceTemplate). */
export const loadServiceTemplate = loadInto<LoadServiceTemplateInput>('loadServiceTemplate', ({ template, templates }) => {
	const order: SaveArguments =
		template === undefined ? {} : { LoadTemplate: String(numeric(template, 'template', "The template ('wo_template_no')")) };
	return { saveArguments: { LoadServiceTemplate: numbers(templates, 'templates', 'The service templates'), ...order } };
});
