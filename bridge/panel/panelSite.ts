/** The site for the lists in the editor. */
import { isExpression, type ILoadOptionsFunctions } from 'n8n-workflow';

import type { Site } from '../../core/model/site';
import type { Row } from '../../core/model/terms';
import { isRow, pairsOf, rowsOf, textOf } from '../run/params';
import { siteOf, type Connection } from '../site/connection';

/** The pairs that contain no expression. */
const fixedPairs = (value: unknown): unknown => ({
	entry: rowsOf(value, 'entry').filter(({ name, value: text }) => textOf(name) !== '' && !isExpression(name) && !isExpression(text)),
});

/**
 * The site with the division, headers and query parameters in the options of the node, so that the lists show the records that a run can
 * use. Options with an expression are ignored, because an expression can require an item. Throws `InputError`.
 */
export const panelSite = (context: ILoadOptionsFunctions, connection: Connection): Site => {
	const { options, settings } = context.getCurrentNodeParameters() ?? {};
	const { divisionCode, extraHeaders, extraParameters }: Row = { ...(isRow(options) ? options : {}), ...(isRow(settings) ? settings : {}) };
	return {
		...siteOf(connection, isExpression(divisionCode) ? '' : textOf(divisionCode)),
		extraHeaders: pairsOf(fixedPairs(extraHeaders), 'extraHeaders'),
		extraParameters: pairsOf(fixedPairs(extraParameters), 'extraParameters'),
	};
};
