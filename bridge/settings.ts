/** Defaults of the node's options; each can be changed in its panel. */
/** Records that a list gives at most, unless its user wants more or all. */
export const DEFAULT_LIMIT = 50;
/** The same where a model reads them. */
export const TOOL_LIMIT = 10;
/** 0 adapts the number of concurrent requests to the site. */
export const AUTOMATIC = 0;
export const DEFAULT_TIMEOUT_SECONDS = 300;
