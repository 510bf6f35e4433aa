import type { RowGroup } from '../row';
import { ACTUALS } from './actuals';
import { ATTACHMENTS } from './attachments';
import { CHANGING } from './changing';
import { CLIENT_DOCUMENTS } from './clientDocuments';
import { CODES_GROUP } from './codes';
import { CREATING } from './creating';
import { DEFINITIONS } from './definitions';
import { FLAT } from './flat';
import { HEADERS } from './headers';
import { LISTS } from './lists';
import { READING } from './reading';
import { RELEASES } from './releases';
import { SIGN_INS } from './signIns';
import { STATES } from './states';
import { TEMPLATES } from './templates';
import { UPSERTING } from './upserting';

/** Every documented request and its response. */
export const GROUPS: readonly RowGroup[] = [
	READING,
	FLAT,
	LISTS,
	CREATING,
	CHANGING,
	UPSERTING,
	CODES_GROUP,
	TEMPLATES,
	STATES,
	ACTUALS,
	ATTACHMENTS,
	HEADERS,
	SIGN_INS,
	DEFINITIONS,
	CLIENT_DOCUMENTS,
	RELEASES,
];
