import type { NodeHint } from 'n8n-workflow';

import { operationsThat } from './resource';

const when = (condition: string): string => `={{ ${condition} }}`;
const operationIs = (...names: string[]): string => `${JSON.stringify(names)}.includes($parameter["operation"])`;
const isPreview = '(($parameter["options"] || {})["preview"] === true)';
const countsOnly = '(($parameter["options"] || {})["countOnly"] === true)';

/**
 * Where to find the preview of a write, and that it is on. `writes` and `warned` are conditions on the parameters: whether something is
 * changed, and whether another hint speaks of the preview already.
 */
export const previewHints = (writes = 'true', warned = 'false'): NodeHint[] => [
	{
		message: "This changes records on the site. The option 'Preview' shows the request instead of sending it.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`(${writes}) && !(${warned}) && !${isPreview}`),
	},
	{
		message: "'Preview' is on: the node shows the requests and sends none of them. Take the option out to send them.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: when(`(${writes}) && ${isPreview}`),
	},
];

/**
 * The warning of what cannot be taken back, before it runs, and where to find its preview; of all other changes only that. `warned` and
 * `writes` are conditions on the parameters: whether it is such a run, and whether something is changed at all.
 */
export const warningHints = (message: string, warned = 'true', writes = 'true'): NodeHint[] => [
	{
		message,
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`(${warned}) && !${isPreview}`),
	},
	...previewHints(writes, warned),
];

/** Those that have a warning of their own. */
const WARNED: readonly string[] = ['delete', 'updateMany'];

/** What the panel says before a run. */
export const genericHints: NodeHint[] = [
	{
		message:
			"Update Many changes every record that matches. Switch on 'Preview' or 'Count Only' in the options first, and set 'Highest Number of Records'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`${operationIs('updateMany')} && !${isPreview} && !${countsOnly}`),
	},
	{
		message:
			"Delete cannot be taken back. The option 'Preview' shows what would be sent. Where the record may be wanted again, change its status instead.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`${operationIs('delete')} && !${isPreview}`),
	},
	...previewHints(operationIs(...operationsThat(({ effect }) => effect === 'changes')), operationIs(...WARNED)),
];
