import { dateTime, externalKey, integer, lookup, publicFact, readOnly, required, sandboxOnly, table, text } from '../fields';
import type { DocumentEntry } from '../types';

/** Library assets, titles, attachments and contacts. */
export const LIBRARY_ENTRIES: readonly DocumentEntry[] = [
	{
		name: 'LibMaster', list: 'LibMasterList', kind: 'maintenance', resource: 'libraryAsset', label: 'Library Asset', labelPlural: 'Library Assets', titleField: 'master_desc',
		table: table('lib_master', 'Library Assets', 'master_no', [
			integer('master_no', 'Asset Number', { keyObject: true, readOnly: true }),
			text('barcode', 'Barcode'),
			externalKey,
			text('umid', 'UMID', publicFact),
			text('master_desc', 'Description', required),
			text('desc_3', 'Description 3', publicFact),
			integer('title_no', 'Title', { ...lookup('LibTitle', 'title_desc'), ...publicFact }),
			integer('asset_type_no', 'Asset Type', { ...required, ...lookup('LibAssetType', 'asset_type_desc') }),
			text('location', 'Location', sandboxOnly),
			text('cust_id', 'Customer', { ...lookup('ArCustomer', 'cust_name'), ...sandboxOnly }),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
			dateTime('date_changed', 'Date Changed', { ...readOnly, ...sandboxOnly }),
		], [
			table('lib_master_title', 'Titles', 'master_title_no', [
				integer('master_title_no', 'Row Number', { ...readOnly, ...sandboxOnly }),
				integer('title_no', 'Title', { keyObject: true, ...lookup('LibTitle', 'title_desc') }),
			]),
			table('lib_master_audio', 'Audio', 'master_audio_no', [
				integer('master_audio_no', 'Row Number', { ...readOnly, ...sandboxOnly }),
				integer('audio_channel', 'Channel'),
				text('audio_desc', 'Description'),
				text('audio_content_desc', 'Content'),
				text('track_language', 'Language'),
			]),
			// Public clients read the file paths of assets; what table and fields are called is not documented.
			table('lib_master_file', 'Files', 'master_file_no', [
				integer('master_file_no', 'Row Number', { ...readOnly, ...sandboxOnly }),
				text('file_path', 'File Path', sandboxOnly),
				integer('file_size', 'Size in Bytes', sandboxOnly),
			], [], 'sandbox'),
		]),
		alternateKeys: ['barcode', 'external_key', 'umid'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'LibTitle', list: 'LibTitleList', kind: 'maintenance', resource: 'title', label: 'Title', labelPlural: 'Titles', titleField: 'title_desc',
		table: table('lib_title', 'Titles', 'title_no', [
			integer('title_no', 'Title Number', { keyObject: true, readOnly: true, queriedAsText: true }),
			externalKey,
			text('title_desc', 'Title', { ...required, ...sandboxOnly }),
			integer('parent_title_no', 'Parent Title', { ...lookup('LibTitle', 'title_desc', 'title_no'), ...sandboxOnly }),
			text('title_type', 'Kind', sandboxOnly),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'LibTitleHierarchyFacade', kind: 'facade', resource: 'titleHierarchy', label: 'Title Hierarchy', labelPlural: 'Title Hierarchies', titleField: 'title_desc',
		table: table('lib_title_hierarchy_facade', 'Title Hierarchies', 'title_no', [
			integer('title_no', 'Title Number', { keyObject: true, readOnly: true, ...sandboxOnly }),
			externalKey,
			text('title_desc', 'Title', { ...required, ...sandboxOnly }),
			integer('parent_title_no', 'Parent Title', { keyObject: true, ...lookup('LibTitle', 'title_desc', 'title_no'), ...sandboxOnly }),
			text('parent_external_key', 'Parent External Key', sandboxOnly),
			text('parent_title_desc', 'Parent Title Description', sandboxOnly),
			text('title_type', 'Kind', sandboxOnly),
		], [], 'sandbox'),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['create', 'update', 'upsert', 'get'], since: '11.1', source: 'interface',
	},
	{
		name: 'SysAttachment', kind: 'attachments', resource: 'attachment', label: 'Attachment', labelPlural: 'Attachments', titleField: 'attachment_desc',
		table: table('sys_attachment', 'Attachments', 'attachment_no', [
			integer('attachment_no', 'Attachment Number', readOnly),
			text('attachment_keystring', 'Record', readOnly),
			text('attachment_desc', 'Description', sandboxOnly),
			integer('attachment_type_no', 'Attachment Type', { ...lookup('SysAttachmentType', 'attachment_type_desc'), ...sandboxOnly }),
			text('file_name', 'File Name', { ...readOnly, ...sandboxOnly }),
			integer('file_size', 'Size in Bytes', { ...readOnly, ...sandboxOnly }),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
		]),
		alternateKeys: [], newKey: null, verbs: ['get', 'delete'], since: '11.1', source: 'interface',
	},
	{
		name: 'SysContactFacade', list: 'SysContactFacadeList', kind: 'facade', resource: 'contact', label: 'Contact', labelPlural: 'Contacts', titleField: 'contact_name',
		table: table('sys_contact_facade', 'Contacts', 'contact_no', [
			integer('contact_no', 'Contact Number', { keyObject: true, readOnly: true, ...sandboxOnly }),
			externalKey,
			text('contact_type', 'Type', { ...required, ...sandboxOnly }),
			text('contact_name', 'Name', { ...required, ...sandboxOnly }),
			text('email', 'Email', sandboxOnly),
			text('phone', 'Phone', sandboxOnly),
			text('company', 'Company', sandboxOnly),
		], [], 'sandbox'),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'upsert'], since: '10.6', source: 'interface',
	},
];
