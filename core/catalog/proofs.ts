/**
 * The responses that prove a change (specification: Endpoints, Response envelopes, Errors). Any other 2xx response is a refusal if it
 * contains a reason in an error format of the site, and uncertain otherwise. A test compares this table with the one in
 * docs/reliability.md.
 */
import type { Release, Source } from './types';

/**
 * - `identifiers`: status 200, 201 or 203 with a create envelope that contains a key for each record that was sent.
 * - `envelope`: status 200, 201 or 203 with an object that has `tables`, an array of table names.
 * - `noContent`: status 204.
 * - `createdLocation`: status 201 with a `Location` header that names a record of the document.
 * - `location`: any 2xx status with such a header.
 */
export type ProofName = 'identifiers' | 'envelope' | 'noContent' | 'createdLocation' | 'location';

export interface Proof {
	readonly name: ProofName;
	/** The first release in which the response no longer proves anything. */
	readonly before?: Release;
	readonly source: Source;
}

/** One kind of change, as docs/reliability.md names it. */
export interface Change {
	readonly label: string;
	readonly proofs: readonly Proof[];
}

const IDENTIFIERS: Proof = { name: 'identifiers', source: 'interface' };
const ENVELOPE: Proof = { name: 'envelope', source: 'interface' };
const NO_CONTENT: Proof = { name: 'noContent', source: 'interface' };
/** HTTP itself defines a status and a header for a created record (RFC 9110, 15.3.2). */
const CREATED_LOCATION: Proof = { name: 'createdLocation', source: 'public' };
/**
 * Public material: older releases return the new key only in the `Location` header. From 11.1 the envelope is documented for every create.
 */
const LOCATION: Proof = { name: 'location', before: '11.1', source: 'public' };

/** Statuses whose response can be an envelope: 203 is a 200 that a proxy has transformed (RFC 9110, 15.3.4). */
export const ENVELOPE_STATUSES: readonly number[] = [200, 201, 203];

/** The statuses of each proof (specification: Endpoints, Errors). `location` accepts any 2xx status. */
export const PROOF_STATUSES: Readonly<Record<Exclude<ProofName, 'location'>, readonly number[]>> = {
	identifiers: ENVELOPE_STATUSES,
	envelope: ENVELOPE_STATUSES,
	noContent: [204],
	createdLocation: [201],
};

export const CHANGES = {
	/** Also covers loading a template into a new order. Earlier documentation of POST /JmJob shows 204. */
	create: { label: 'Create, load a template into a new order', proofs: [IDENTIFIERS, CREATED_LOCATION, LOCATION, NO_CONTENT] },
	/** One `Location` header cannot name several records. */
	createSeveral: { label: 'Create, several records per request', proofs: [IDENTIFIERS, NO_CONTENT] },
	updateOperations: { label: 'Update, operations format', proofs: [NO_CONTENT, ENVELOPE] },
	updatePayload: { label: 'Update, payload format', proofs: [ENVELOPE, NO_CONTENT] },
	updateMany: { label: 'Update all matching records', proofs: [NO_CONTENT, ENVELOPE] },
	/**
	 * The specification promises "a 2xx status and no new identifier" for a repeated PUT. An empty body with 200 is still not accepted: a
	 * proxy can also send it, and PUT can be repeated safely. For a site that responds like this, the credential has an option.
	 */
	upsert: { label: 'Create or update', proofs: [IDENTIFIERS, ENVELOPE, NO_CONTENT, CREATED_LOCATION, LOCATION] },
	delete: { label: 'Delete, delete an attachment', proofs: [NO_CONTENT, ENVELOPE] },
	action: {
		label: 'Void, un-void, post, set default group, change approval, load a template into an existing order',
		proofs: [NO_CONTENT, ENVELOPE],
	},
	actualize: { label: 'Actualize', proofs: [IDENTIFIERS] },
	/** The specification: the response includes the identifiers of the created attachment records. */
	upload: { label: 'Upload', proofs: [IDENTIFIERS] },
} as const satisfies Record<string, Change>;
export type ChangeName = keyof typeof CHANGES;

/** Undocumented responses that a user can accept as a success, for a site that sends them. */
export const SUCCESS_RESPONSES = {
	empty: {
		label: 'Empty Body With Status 200',
		description: 'A 200, 201 or 204 without a body, or with null as its body, is accepted as confirmation of any change',
	},
	accepted: {
		label: '202 Accepted',
		description:
			'A 202 without an error in its body is accepted as confirmation of any change, even if the site processes the change later',
	},
	object: {
		label: 'JSON Object Without an Error',
		description: 'A 200 or 201 with a JSON object that contains no error is accepted as confirmation of any change',
	},
} as const;
export type SuccessResponse = keyof typeof SUCCESS_RESPONSES;

/**
 * Documents whose table the specification shows (section 'Documents and fields that are shown'). Their responses must name that table.
 * For all other documents, the table can differ from the one in the catalog.
 */
export const DOCUMENTED_TABLES: ReadonlyMap<string, string> = new Map([
	['JmWorkOrder', 'jm_work_order'],
	['JmJob', 'jm_job'],
	['JmActual', 'jm_actual_header'],
	['TcBatch', 'tc_batch'],
	['LibMaster', 'lib_master'],
	['SysAttachment', 'sys_attachment'],
]);
