import type { ComposedRow } from '../../interface/runRow';
import { ACTUALS } from './actuals';
import { ADDRESSES } from './addresses';
import { ATTACHMENTS } from './attachments';
import { BODIES } from './bodies';
import { CHANGES } from './changes';
import { CREATES } from './creates';
import { ERRORS } from './errors';
import { QUERIES } from './queries';
import { RECORDS } from './records';
import { RELEASES } from './releases';
import { SAVE_ARGUMENTS } from './saveArguments';
import { SIGN_INS } from './signIns';
import { UPSERTS } from './upserts';

export const CHAPTERS: Readonly<Record<string, readonly ComposedRow[]>> = {
	'Addresses and documents': ADDRESSES,
	'GET of one record': RECORDS,
	'List queries': QUERIES,
	'POST (create)': CREATES,
	PATCH: CHANGES,
	'Request bodies': BODIES,
	'PUT (upsert)': UPSERTS,
	'Save arguments': SAVE_ARGUMENTS,
	'Save arguments for actuals': ACTUALS,
	Attachments: ATTACHMENTS,
	Authentication: SIGN_INS,
	Errors: ERRORS,
	Versioning: RELEASES,
};
