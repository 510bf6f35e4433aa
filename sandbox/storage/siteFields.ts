import { type Field, hasSince, type Release } from '../../core/catalog';

/** A field with additional, site-specific properties. */
export interface SiteField extends Field {
	/**
	 * The field contains the text of a `SysDropDown` record whose `drop_down_name` is the name of the field. `details` is the flag
	 * "Additional API details" (specification: Conventions). With `isMultiSelect`, the field contains any number of strings, stored as a JSON
	 * array; from 11.4 (draft), they are returned as objects (public material).
	 */
	readonly dropDown?: { readonly details: boolean; readonly isMultiSelect?: true };
}

const orderSiteFields: readonly SiteField[] = [
	{ name: 'WO_field_1', label: 'Crew Notes', type: 'text', source: 'sandbox' },
	{ name: 'WO_field_2', label: 'Delivery Method', type: 'text', source: 'sandbox', dropDown: { details: false } },
	{ name: 'WO_field_3', label: 'Picture Format', type: 'text', source: 'sandbox', dropDown: { details: true } },
];

/**
 * Whether `release` returns the options of a drop-down as objects. For multi-select drop-downs, the source is a draft of 11.4 (public
 * material).
 */
export const hasOptionObjects = ({ details, isMultiSelect }: NonNullable<SiteField['dropDown']>, release: Release): boolean =>
	isMultiSelect ? hasSince(release, '11.4') : details && hasSince(release, '11.3');

/** The custom fields of the sandbox's site by document, named `<customization code>_<field name>` (public material). */
export const SITE_FIELDS: Readonly<Record<string, readonly SiteField[]>> = {
	JmWorkOrder: orderSiteFields,
	MoMediaOrder: orderSiteFields,
	XmTransmissionOrder: orderSiteFields,
	JmJob: [
		{ name: 'JOB_field_1', label: 'Production Code', type: 'text', source: 'sandbox' },
		{ name: 'JOB_field_2', label: 'Genre', type: 'text', source: 'sandbox', dropDown: { details: true } },
		{ name: 'JOB_field_3', label: 'Budget', type: 'decimal', source: 'sandbox' },
	],
	LibMaster: [
		{ name: 'LM_field_1', label: 'Shelf Until', type: 'dateTime', source: 'sandbox' },
		{ name: 'LM_field_2', label: 'Delivery Formats', type: 'text', source: 'sandbox', dropDown: { details: false, isMultiSelect: true } },
	],
};

/**
 * The additional lists, by document, that return the same records as the document's list in the catalog: the report that public
 * material mentions, and the list whose name follows the usual pattern.
 */
export const OTHER_LISTS: Readonly<Record<string, readonly string[]>> = { JmWoTransaction: ['JmTrxReport', 'JmWoTransactionList'] };

/** Internal text columns for the sandbox's rules, by table. */
export const HIDDEN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
	jm_work_order: ['phase_before_void'],
	jm_wo_transaction: ['phase_before_void'],
	sys_attachment: ['stored_name'],
};

/** The key fields that the look-up object of a document contains in addition to its alternate keys (public material). */
export const LOOKUP_KEYS: Readonly<Record<string, readonly string[]>> = {
	ArCustomer: ['list_id', 'other_cust_id', 'cust_reference'],
	SysDivision: ['division_code'],
};

/** Fields that mirror a field of a looked-up record, other than its description (public material: `jm_phase_external_key` in a query). */
export const MIRRORED_FIELDS: Readonly<Record<string, { readonly lookupField: string; readonly shows: string }>> = {
	jm_phase_external_key: { lookupField: 'phase_code', shows: 'external_key' },
};

/** Tables whose rows are numbered within their parent, from 1. All others are numbered across the whole table. */
export const COUNTED_WITHIN_PARENT: ReadonlySet<string> = new Set(['mo_source']);

/**
 * Facades, which show the table of another document. `parent` contains the fields of the parent title that the facade shows. `changesOnly`
 * lists the only fields that it changes on existing records (public material: a PUT on an existing child changes only its parent).
 */
export const FACADES: Readonly<
	Record<
		string,
		{
			readonly storedIn: string;
			readonly parent?: { readonly field: string; readonly shown: Readonly<Record<string, string>> };
			readonly changesOnly?: readonly string[];
		}
	>
> = {
	SysContactFacade: { storedIn: 'sys_contact' },
	LibTitleHierarchyFacade: {
		storedIn: 'lib_title',
		parent: { field: 'parent_title_no', shown: { parent_external_key: 'external_key', parent_title_desc: 'title_desc' } },
		changesOnly: ['parent_title_no'],
	},
};

/** Default values of new rows, by table. */
export const DEFAULT_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	jm_job: { active: 'Y' },
	jm_wo_transaction: { actualized: 'N' },
	jm_wo_template: { active: 'Y' },
	sch_resource: { active: 'Y' },
	bid_version: { approved: 'N', bid_status: 'Open' },
	tc_batch: { posted: 'N' },
};

/** Document numbers for attachment addresses. Neither the specification nor public material mentions the numbers of these documents. */
export const ATTACHMENT_DOCUMENT_IDS: Readonly<Record<string, number>> = {
	MoMediaOrder: 10340,
	XmTransmissionOrder: 10341,
	BidVersion: 10308,
	TcBatch: 10360,
	PmProject: 10370,
	LibMaster: 10320,
	LibTitle: 10321,
	SysContact: 10380,
};
