import { ANY_TEXT, containing, having, type NodeCall, type Part, type Row, type RowGroup } from '../row';
import { at, by, created, del, exchange, generic, get, NO_CONTENT, ok, refused, upload } from './writing';
import { resourceParameters } from '../../support/resourceParameters';

const RECORD = '/SysAttachment/attachment_keystring=10339:100-1';
const NOTES: Part = { fileName: 'Notes.txt', contentType: 'text/plain', content: 'hello' };
const RECEIPT: Part = { fileName: 'Receipt of 100-1.pdf', contentType: 'application/pdf', content: '%PDF-1.7' };
const attachments = (
	operation: string,
	parameters: Readonly<Record<string, unknown>>,
	files: Readonly<Record<string, Part>> = {},
): NodeCall => ({
	node: 'mediaOperationsUploadAttachment',
	parameters: { resource: 'workOrder', operation, ...by('wo_no_seq', '100-1'), ...parameters },
	input: [{ json: {}, files }],
});

const rows: Row[] = [
	{
		name: 'POST of a file as multipart form-data',
		shows: ['attachment type from the file', 'identifiers of created attachments'],
		node: attachments('upload', {}, { data: NOTES }),
		exchanges: exchange(upload(RECORD, NOTES), created({ sys_attachment: [{ attachment_no: 1 }] })),
		output: [having({ attachment_no: 1, file_name: 'Notes.txt' })],
	},
	{
		name: 'POST of several files in one request',
		shows: ['identifiers of created attachments'],
		node: attachments('upload', { files: 'all' }, { one: NOTES, other: RECEIPT }),
		exchanges: exchange(upload(RECORD, NOTES, RECEIPT), created({ sys_attachment: [{ attachment_no: 2 }, { attachment_no: 3 }] })),
		output: [having({ attachment_no: 2 }), having({ attachment_no: 3, file_name: 'Receipt of 100-1.pdf' })],
	},
	{
		name: 'POST of a file whose type is not defined',
		shows: ['attachment type from the file'],
		node: attachments('upload', {}, { data: { ...NOTES, fileName: 'run.exe' } }),
		exchanges: exchange(
			upload(RECORD, { ...NOTES, fileName: 'run.exe' }),
			refused(500, containing('No attachment type is defined for the file &#39;run.exe&#39;')),
		),
		refusal: "No attachment type is defined for the file 'run.exe'",
	},
	{
		name: 'POST of a file to a job with the document number that the site uses for jobs',
		node: attachments('upload', { resource: 'otherDocument', documentId: '10315', recordId: '342' }, { data: NOTES }),
		exchanges: exchange(
			upload('/SysAttachment/attachment_keystring=10315:342', NOTES),
			created({ sys_attachment: [{ attachment_no: 4 }] }),
		),
	},
	{
		name: 'GET of the attachments of a record',
		shows: ['attachment type from the file', 'sub-table GET without wrapper'],
		node: attachments('getMany', {
			returnAll: true,
			options: { columns: 'attachment_no, attachment_desc, attachment_type_no', simplify: false },
		}),
		exchanges: exchange(
			get(
				at(`${RECORD}/sys_attachment`, { resultColumns: { sys_attachment: ['attachment_no', 'attachment_desc', 'attachment_type_no'] } }),
			),
			ok(
				[
					[1, 'Notes.txt', 'Plain Text'],
					[2, 'Notes.txt', 'Plain Text'],
					[3, 'Receipt of 100-1.pdf', 'PDF Document'],
				].map(([attachment_no, attachment_desc, attachment_type_desc]) => ({
					attachment_no: { attachment_no },
					attachment_desc,
					attachment_type_no: having({ attachment_type_desc }),
				})),
			),
		),
	},
	{
		name: 'GET of the attachments of a record with the generic node',
		node: {
			node: 'mediaOperations',
			parameters: { ...resourceParameters('attachment'), operation: 'get', ...by('attachment_keystring', '10315:342'), simplify: false },
		},
		exchanges: exchange(
			get('/SysAttachment/attachment_keystring=10315:342'),
			ok({
				sys_attachment: [
					having({
						attachment_no: { attachment_no: 4 },
						attachment_keystring: '10315:342',
						file_name: 'Notes.txt',
						file_size: 5,
						date_added: ANY_TEXT,
					}),
				],
			}),
		),
	},
	{
		name: 'DELETE of an attachment',
		node: attachments('delete', { attachment: { __rl: true, mode: 'number', value: '2' } }),
		exchanges: exchange(del(`${RECORD}/sys_attachment/attachment_no=2`), NO_CONTENT),
		output: [{ attachment_no: 2, deleted: true }],
	},
	{
		name: 'DELETE of an attachment with the generic node',
		node: {
			node: 'mediaOperations',
			parameters: {
				...resourceParameters('attachment'),
				operation: 'delete',
				...by('attachment_keystring', '10339:100-1'),
				subTables: { step: [{ table: 'sys_attachment', key: 'attachment_no', value: '3' }] },
			},
		},
		exchanges: exchange(del('/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=3'), NO_CONTENT),
		output: [{ attachment_keystring: '10339:100-1', attachment_no: '3', deleted: true }],
	},
	{
		name: 'DELETE of a missing attachment',
		node: attachments('delete', { attachment: { __rl: true, mode: 'number', value: '2' } }),
		exchanges: exchange(del(`${RECORD}/sys_attachment/attachment_no=2`), refused(404, containing('attachment_no=2'))),
		refusal: 'attachment_no=2',
	},
	{
		name: 'DELETE of an attachment without its number',
		node: generic('attachment', 'delete', by('attachment_keystring', '10339:100-1')),
		exchanges: [],
		refusal: "No attachment is selected: 'attachment_no' is missing",
	},
	{
		name: 'GET of attachments by a key that has no record part',
		node: generic('attachment', 'get', by('attachment_keystring', '10339')),
		exchanges: [],
		refusal: "'attachment_keystring' must be a document number and a record key joined by a colon, got '10339'",
	},
];

export const ATTACHMENTS: RowGroup = { theme: 'Attachments', file: 'attachments.ts', rows };
