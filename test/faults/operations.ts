import { ACTION_OPERATIONS } from './actionOperations';
import { GENERIC_OPERATIONS } from './genericOperations';
import type { Operation } from './operation';

/** Every operation of the nodes. */
export const OPERATIONS: readonly Operation[] = [...GENERIC_OPERATIONS, ...ACTION_OPERATIONS];
