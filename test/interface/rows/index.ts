import type { RowGroup } from '../row';
import { CREATING } from './creating';
import { LISTS } from './lists';
import { READING } from './reading';

/** Every documented request and its answer. */
export const GROUPS: readonly RowGroup[] = [READING, LISTS, CREATING];
