/** Decides whether a response proves a change, according to `CHANGES` in the catalog. */
import { CHANGES, PROOF_STATUSES, hasSince, type ChangeName, type Proof, type ProofName, type SuccessResponse } from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import type { SiteResponse } from '../model/port';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { formOf, isIncomplete, DecodeError } from './decode';
import { isEnvelope, readCreated, type Created, type ReadCreated } from './envelope';
import { reasonIn } from './reason';
import { isRow } from './values';

/** The change that a response must prove. */
export interface SentChange {
	readonly change: ChangeName;
	readonly document: DocumentRef;
	/** The records, or one entry for each file, that the request contained; omitted if the response does not have to identify any. */
	readonly sent?: readonly Row[];
	/** Whether the request can create more records than it contains, because of a save argument such as one that loads child templates. */
	readonly addsRecords?: boolean;
}

const isBlank = (body: unknown): boolean => body === '' || body === null || body === undefined;

/** A text that is the same for the same keys. JSON would take longer than all other checks of a record that has one key. */
const identityOf = (record: Row): string => {
	const [name = '', ...others] = Object.keys(record);
	const value = record[name];
	return others.length === 0 && typeof value === 'number' ? `${name}=${value}` : JSON.stringify(record);
};

/**
 * Whether the response contains as many keys as the request has records. More keys are accepted only for a single record, if the site wrote
 * to other tables or a save argument adds records.
 */
const isComplete = ({ isOwnTable, located, records }: ReadCreated, { addsRecords = false, sent = [] }: SentChange): boolean => {
	if (located !== undefined || records.length === 0 || sent.length === 0) return false;
	// Duplicate keys: at least one record was not created, or its key is not known.
	if (records.length > 1 && new Set(records.map(identityOf)).size < records.length) return false;
	return records.length === sent.length || (sent.length === 1 && (addsRecords || !isOwnTable));
};

const PROVES: Readonly<Record<ProofName, (response: SiteResponse, read: ReadCreated, sent: SentChange) => boolean>> = {
	identifiers: ({ status }, read, sent) => PROOF_STATUSES.identifiers.includes(status) && isComplete(read, sent),
	envelope: ({ body, status }) => PROOF_STATUSES.envelope.includes(status) && isEnvelope(body),
	noContent: ({ status }) => PROOF_STATUSES.noContent.includes(status),
	createdLocation: ({ status }, { located }) => PROOF_STATUSES.createdLocation.includes(status) && located !== undefined,
	location: ({ status }, { located }) => status >= 200 && status < 300 && located !== undefined,
};

const ACCEPTS: Readonly<Record<SuccessResponse, (response: SiteResponse) => boolean>> = {
	empty: ({ body, status }) => [200, 201, 204].includes(status) && isBlank(body),
	accepted: ({ body, status }) => status === 202 && (isBlank(body) || (isRow(body) && reasonIn(body) === undefined)),
	object: ({ body, status }) => [200, 201].includes(status) && isRow(body) && reasonIn(body) === undefined,
};
const ACCEPTABLE = Object.keys(ACCEPTS) as SuccessResponse[];

/** Whether the response contains an error. Such a response does not prove a success, even if it also contains keys. */
const isContradicted = ({ body }: SiteResponse): boolean => reasonIn(body) !== undefined;

/** The error for a response that does not prove the change. It describes the format, without the content. */
const unprovenBy = (response: SiteResponse, { records }: ReadCreated, { sent = [] }: SentChange): DecodeError => {
	const isPartial = records.length > 0 && sent.length > 0 && !isContradicted(response);
	const plural = (count: number): string => (count === 1 ? '' : 's');
	const got = isPartial
		? `${records.length} key${plural(records.length)} for ${sent.length} record${plural(sent.length)}`
		: formOf(response.body);
	return new DecodeError(`Unexpected response format: got ${got} with status ${response.status}, which does not confirm the change`, {
		broken: isIncomplete(response.body),
		isAcceptable: ACCEPTABLE.some((name) => ACCEPTS[name](response)),
		isContradictory:
			isContradicted(response) && (records.length > 0 || (isEnvelope(response.body) && (response.body.tables as unknown[]).length > 0)),
	});
};

/**
 * The keys and the message of a response that proves a change. Throws {@link DecodeError} for every other response. The caller decides from
 * the reason in the body whether the change was refused or may have succeeded.
 */
export const provenChange = (response: SiteResponse, sent: SentChange, site: Site): Created => {
	const read = readCreated(response, sent.document, sent.sent ?? []);
	const isInRelease = ({ before }: Proof): boolean => before === undefined || !hasSince(site.release, before);
	const isProven =
		!isContradicted(response) &&
		CHANGES[sent.change].proofs.some((proof) => isInRelease(proof) && PROVES[proof.name](response, read, sent));
	if (isProven || (site.successResponses ?? []).some((name) => ACCEPTS[name](response))) return read;
	throw unprovenBy(response, read, sent);
};
