import { ACTION_OPERATIONS } from './actionOperations';
import { GENERIC_OPERATIONS } from './genericOperations';
import type { Operation } from './operation';

/** The operations that are tested with every fault: one for each way in which the nodes call a site. */
export const OPERATIONS: readonly Operation[] = [...GENERIC_OPERATIONS, ...ACTION_OPERATIONS];
