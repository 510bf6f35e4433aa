/** Subtitles on the canvas, as n8n expressions: 'Get many: Work Order'. */
import { APPLY_TO, BY_KEYS, COUNT, DELETED, FIND_BY, MATCHING_RECORDS } from './modes';
import { DOCUMENT } from './panelResources';

const parameter = (name: string): string => `($parameter["${name}"] || "")`;
const spaced = (value: string): string => `${value}.replace(/([A-Z])/g, " $1")`;
const capitalized = (value: string): string => `${value}.replace(/^./, (first) => first.toUpperCase())`;

/** The operation: 'getMany' is shown as 'Get many', and 'upsert' as 'Create or update', which is n8n's own name for this operation. */
const operation = capitalized(`${spaced(`${parameter('operation')}.replace("upsert", "create or update")`)}.toLowerCase()`);

/**
 * The resource: 'workOrder' is shown as 'Work Order'. 'Drop-Down Value' is the only resource with a hyphen. A chosen document is shown
 * instead of its resource. 'Any Document' is shown as the name that the user entered.
 */
const resource = `($parameter["documentName"] || ${capitalized(spaced(`($parameter["${DOCUMENT}"] || ${parameter('resource')})`))}.replace("Drop Down", "Drop-Down"))`;

const subtitle = (first: string, second: string): string => `={{ ${first} + ": " + ${second} }}`;

const mode = (name: string, value: string): string => `$parameter["${name}"] === "${value}"`;
/** The operation, or the name of its mode if a mode other than the default is chosen, such as 'Count' or 'Look up'. */
const work = `(${mode('output', COUNT)} ? "Count" : ${mode('output', DELETED)} ? "Find deleted" : ${mode(FIND_BY, BY_KEYS)} ? "Look up" : ${mode(APPLY_TO, MATCHING_RECORDS)} ? "Update many" : ${operation})`;

/** Operation and resource, for every node that has both. */
export const OPERATION_SUBTITLE = subtitle(work, resource);
export const ACTUALIZE_SUBTITLE = subtitle('($parameter["actualize"] === "none" ? "Store actuals" : "Actualize")', resource);
export const POST_BATCH_SUBTITLE = '={{ $parameter["batches"] === "one" ? "Post: Time Card Batch" : "Post: Time Card Batches" }}';
export const POLL_SUBTITLE = subtitle('($parameter["triggerOn"] === "new" ? "New" : "New or changed")', resource);
export const EVENT_SUBTITLE = subtitle(
	capitalized('(($parameter["events"] || []).join(", ") || "all events")'),
	'(($parameter["documents"] || []).join(", ") || "All Documents")',
);
