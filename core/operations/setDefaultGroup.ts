import { CONTENT_TYPES } from '../catalog';
import { actionRequest, recordAction, type ReadBack } from './recordAction';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress } from '../model/terms';

export interface SetDefaultGroupInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly group: string;
}

/**
 * Sets the default group of a scheduling resource; the group must be in the resource's group list (specification: Save arguments,
 * GroupCode).
 */
export const setDefaultGroup = recordAction<SetDefaultGroupInput>(
	'setDefaultGroup',
	(input) => input,
	({ document, group }, key, site) =>
		actionRequest(document, key, { contentType: CONTENT_TYPES.payload, saveArguments: { GroupCode: group }, body: '' }, site),
	{ updated: true },
	'GroupCode',
);
