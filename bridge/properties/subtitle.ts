/** Subtitles on the canvas, as n8n expressions: 'Get many: Work Order'. */

const parameter = (name: string): string => `($parameter["${name}"] || "")`;
const spaced = (value: string): string => `${value}.replace(/([A-Z])/g, " $1")`;
const capitalized = (value: string): string => `${value}.replace(/^./, (first) => first.toUpperCase())`;

/** 'getMany' as 'Get many'; 'upsert' has n8n's own name for it. */
const operation = capitalized(`${spaced(`${parameter('operation')}.replace("upsert", "create or update")`)}.toLowerCase()`);

/** 'workOrder' as 'Work Order'. A document that the user names is shown by that name. */
const resource = `($parameter["documentName"] || ${capitalized(spaced(parameter('resource')))})`;

const subtitle = (first: string, second: string): string => `={{ ${first} + ": " + ${second} }}`;

/** Operation and resource, for every node that has both. */
export const OPERATION_SUBTITLE = subtitle(operation, resource);
export const ACTUALIZE_SUBTITLE = subtitle('($parameter["actualize"] === "none" ? "Store actuals" : "Actualize")', resource);
export const POST_BATCH_SUBTITLE = '={{ $parameter["batches"] === "one" ? "Post: Time Card Batch" : "Post: Time Card Batches" }}';
export const POLL_SUBTITLE = subtitle('($parameter["triggerOn"] === "new" ? "New" : "New or changed")', resource);
export const EVENT_SUBTITLE = subtitle(
	capitalized('(($parameter["events"] || []).join(", ") || "all events")'),
	'(($parameter["documents"] || []).join(", ") || "All Documents")',
);
