/**
 * Modes of an operation: parameters that decide which records it works on. As separate operations, they would triple the actions in the
 * node creator.
 */
import type { NodeParameterValue } from 'n8n-workflow';

/** How Get finds records: one record per item, or all records whose keys the items contain. */
export const FIND_BY = 'findBy';
export const BY_RECORD = 'record';
export const BY_KEYS = 'keys';

/** The records that Update changes: one record, or all records that match conditions. */
export const APPLY_TO = 'applyTo';
export const ONE_RECORD = 'record';
export const MATCHING_RECORDS = 'matching';

/** Where the records of a change come from: the input items, or a file. */
export const INPUT_MODE = 'inputMode';
export const AS_FILE = 'file';

/** The value of 'Output' that counts the records of Get Many. */
export const COUNT = 'count';
/** The value of 'Output' that finds deleted records. */
export const DELETED = 'deleted';
/** The values of 'Output' that return no records of the site. */
export const WITHOUT_RECORDS = [COUNT, DELETED];

type Hide = Record<string, NodeParameterValue[]>;

/** Hides a parameter of a single record while a mode selects several records. */
export const SEVERAL_RECORDS: Hide = { [FIND_BY]: [BY_KEYS], [APPLY_TO]: [MATCHING_RECORDS] };
/** Hides a parameter of a single record while the records come from a file. */
export const HIDDEN_FOR_FILE: Hide = { [INPUT_MODE]: [AS_FILE] };
/** Hides a parameter of a single record while a mode selects several records, or the records come from a file. */
export const HIDDEN_FOR_SEVERAL: Hide = { ...SEVERAL_RECORDS, ...HIDDEN_FOR_FILE };
/** Hides a parameter of a query while one record is chosen, or the records come from a file. */
export const HIDDEN_FOR_ONE: Hide = { [FIND_BY]: [BY_RECORD], [APPLY_TO]: [ONE_RECORD], ...HIDDEN_FOR_FILE };

/** The same conditions for an option in a collection. There, a parameter outside the collection is named by its path, such as `/findBy`. */
export const fromTop = (hide: Hide): Hide => Object.fromEntries(Object.entries(hide).map(([name, values]) => [`/${name}`, values]));
