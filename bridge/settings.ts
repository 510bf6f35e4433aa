import { MAX_LIMIT } from '../core/http/adaptiveLimit';

// Defaults and limits of the nodes' options.

/** The default for the maximum number of records that a list returns. */
export const DEFAULT_LIMIT = 50;
/** Replaces {@link DEFAULT_LIMIT} if a model uses the node. */
export const TOOL_LIMIT = 10;
/** The value of 'Max Concurrent Requests' that lets the number of requests adapt to the site. */
export const AUTOMATIC = 0;
export const DEFAULT_TIMEOUT_SECONDS = 300;

/** One day. Node.js timers overflow after 24 days. */
export const MAX_TIMEOUT_SECONDS = 86_400;
export const MAX_CONCURRENCY = MAX_LIMIT;
export const MAX_ATTEMPTS = 20;

/**
 * The maximum size of an OpenAPI definition in bytes: many times the size of the largest known definition, but still read within seconds.
 */
export const DEFINITION_BYTES = 16 * 1024 * 1024;
