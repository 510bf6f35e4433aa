import type { NodeHint } from 'n8n-workflow';

import { APPLY_TO, MATCHING_RECORDS } from './modes';
import { operationsWhere } from './operations';

const when = (condition: string): string => `={{ ${condition} }}`;
const operationIs = (...names: string[]): string => `${JSON.stringify(names)}.includes($parameter["operation"])`;
const isPreview = '(String(($parameter["options"] || {})["preview"]) === "true")';
const isFile = '($parameter["inputMode"] === "file")';
const appliesToMany = `($parameter["${APPLY_TO}"] === "${MATCHING_RECORDS}" && !${isFile})`;
const isUpdating = '($parameter["mode"] === "update")';

/**
 * Hints on how to preview a change, and a hint that the preview is on. `writes` and `warned` are conditions on the parameters: whether the
 * node changes records, and whether another hint already mentions the preview.
 */
export const previewHints = (writes = 'true', warned = 'false'): NodeHint[] => [
	{
		message: "This changes records on the site. Turn on the 'Preview' option to see the requests without sending them.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`(${writes}) && !(${warned}) && !${isPreview}`),
	},
	{
		message: "'Preview' is on: the node shows the requests without sending them. Remove the option to send them.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: when(`(${writes}) && ${isPreview}`),
	},
];

/**
 * A warning before a change that cannot be undone, and the hints on the preview. `warned` and `writes` are conditions on the parameters:
 * whether the change cannot be undone, and whether the node changes records at all.
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

/** Operations with their own warning. */
const OPERATIONS_WITH_WARNING: readonly string[] = ['delete'];

/** Hints of the generic node. */
export const genericHints: NodeHint[] = [
	{
		message: "This changes every record that matches. Set 'Mode' to 'Preview' to see the records without changing them.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`${appliesToMany} && ${isUpdating}`),
	},
	{
		message:
			"'Mode' is 'Preview': the node shows the records that would change, and changes nothing. Set 'Mode' to 'Update' to change them.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: when(`${appliesToMany} && !${isUpdating}`),
	},
	{
		message:
			"A deleted record cannot be restored. Turn on the 'Preview' option to see the request without sending it. If you may need the record again, change its status instead.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`${operationIs('delete')} && !${isPreview} && !${isFile}`),
	},
	{
		message:
			"An import in the editor only validates the file. Set 'Validate First' to 'Never' to import it now. The published workflow imports it.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: when(`${isFile} && $parameter["validateFirst"] === "manual"`),
	},
	...previewHints(
		`${operationIs(...operationsWhere(({ effect }) => effect === 'changes'))} && !${appliesToMany} && !${isFile}`,
		operationIs(...OPERATIONS_WITH_WARNING),
	),
];
