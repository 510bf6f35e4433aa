import { dateTime, externalKey, flag, integer, lookup, readOnly, sandboxOnly, table, text } from '../fields';
import type { DocumentEntry, Field } from '../types';
import { setup } from './setup';

/** A document that public clients use. The names of its table and fields are not documented, so these are our own. */
const fromPublicClients = (entry: DocumentEntry): DocumentEntry => ({ ...entry, source: 'public' });

const addedOn: Field = dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly });

/** Documents that the specification does not name but public clients use (public material). */
export const PUBLIC_ENTRIES: readonly DocumentEntry[] = [
	fromPublicClients(
		setup('SchGroup', ['resourceGroup', 'Resource Group', 'Resource Groups'], 'sch_group', ['group_code', text], 'group_desc'),
	),
	fromPublicClients(
		setup(
			'SchQualification',
			['qualification', 'Qualification', 'Qualifications'],
			'sch_qualification',
			['qualification_no', integer],
			'qualification_desc',
		),
	),
	fromPublicClients(
		setup(
			'SchRosterTimeOff',
			['timeOffEntry', 'Time Off Entry', 'Time Off Entries'],
			'sch_roster_time_off',
			['time_off_no', integer],
			'time_off_desc',
			[
				text('resource_code', 'Resource', { ...lookup('SchResource', 'resource_desc'), ...sandboxOnly }),
				dateTime('time_off_begin_dt', 'Begin', sandboxOnly),
				dateTime('time_off_end_dt', 'End', sandboxOnly),
				flag('approved', 'Approved', sandboxOnly),
			],
		),
	),
	fromPublicClients(
		setup('XeAlert', ['alert', 'Alert', 'Alerts'], 'xe_alert', ['alert_no', integer], 'alert_desc', [
			text('document_name', 'Document', sandboxOnly),
			text('record_key', 'Record', sandboxOnly),
			flag('active', 'Active', sandboxOnly),
			addedOn,
		]),
	),
	fromPublicClients(
		setup(
			'JmSalesOffice',
			['salesOffice', 'Sales Office', 'Sales Offices'],
			'jm_sales_office',
			['sales_office_no', integer],
			'sales_office_desc',
		),
	),
	{
		name: 'ImSessionLibMaster',
		list: 'ImSessionLibMasterList',
		kind: 'list',
		resource: 'sessionAsset',
		label: 'Session Asset',
		labelPlural: 'Session Assets',
		titleField: 'session_desc',
		table: table(
			'im_session_lib_master',
			'Session Assets',
			'session_asset_no',
			[
				integer('session_asset_no', 'Session Asset Number', { keyObject: true, readOnly: true, ...sandboxOnly }),
				externalKey,
				integer('session_no', 'Session Number', sandboxOnly),
				text('session_desc', 'Session', sandboxOnly),
				integer('master_no', 'Library Asset', { ...lookup('LibMaster', 'master_desc'), ...sandboxOnly }),
				addedOn,
			],
			[],
			'sandbox',
		),
		alternateKeys: ['external_key'],
		newKey: null,
		verbs: ['list'],
		since: '10.6',
		source: 'public',
	},
];
