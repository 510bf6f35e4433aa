import type { NodeCall, Part } from '../../interface/row';
import { at, by, created, del, generic, get, NO_CONTENT, ok, upload } from '../../interface/rows/writing';
import { found, refusedBefore, row, rowOf } from '../row';

const RECORD = '/SysAttachment/attachment_keystring=10339:9453-1';
const ONE: Part = { fileName: 'Receipt 1.pdf', contentType: 'application/pdf', content: '%PDF-1.7' };
const OTHER: Part = { fileName: 'notes.txt', contentType: 'text/plain', content: 'hello' };
const node = (operation: string, parameters: Readonly<Record<string, unknown>>): NodeCall => ({
	node: 'mediaOperationsUploadAttachment',
	parameters: { resource: 'workOrder', operation, ...by('wo_no_seq', '9453-1'), ...parameters },
});
const file = (number: number) => created({ sys_attachment: [{ attachment_no: number }] });
const number = (value: string) => ({ attachment: { __rl: true, mode: 'number', value } });

export const ATTACHMENTS = [
	row('one file is sent as multipart form-data by POST', node('upload', {}), upload(RECORD, ONE), file(7), {
		input: [{ json: {}, files: { data: ONE } }],
		output: [{ attachment_no: 7, attachment_keystring: '10339:9453-1', file_name: 'Receipt 1.pdf' }],
	}),
	row(
		'several files are sent in one request',
		node('upload', { files: 'all' }),
		upload(RECORD, ONE, OTHER),
		created({ sys_attachment: [{ attachment_no: 7 }, { attachment_no: 8 }] }),
		{
			input: [{ json: {}, files: { one: ONE, other: OTHER } }],
			output: [
				{ attachment_no: 7, attachment_keystring: '10339:9453-1', file_name: 'Receipt 1.pdf' },
				{ attachment_no: 8, attachment_keystring: '10339:9453-1', file_name: 'notes.txt' },
			],
		},
	),
	row(
		'attachments of a job have the document identifier 10315',
		node('upload', { resource: 'job', ...by('job_no', 5) }),
		upload('/SysAttachment/attachment_keystring=10315:5', ONE),
		file(7),
		{ input: [{ json: {}, files: { data: ONE } }] },
	),
	row(
		'attachments of an order transaction have the document identifier 10346',
		node('upload', { resource: 'orderTransaction', ...by('trx_no', 12) }),
		upload('/SysAttachment/attachment_keystring=10346:12', ONE),
		file(7),
		{ input: [{ json: {}, files: { data: ONE } }] },
	),
	row(
		'the document identifier can be set to the one that the site uses',
		node('upload', { options: { documentId: '20001' } }),
		upload('/SysAttachment/attachment_keystring=20001:9453-1', ONE),
		file(7),
		{ input: [{ json: {}, files: { data: ONE } }] },
	),
	row(
		'attachments of a document that is not in the list are addressed by its identifier',
		node('upload', { resource: 'otherDocument', documentId: '555', recordId: 'A 1' }),
		upload('/SysAttachment/attachment_keystring=555:A%201', ONE),
		file(7),
		{ input: [{ json: {}, files: { data: ONE } }] },
	),
	row(
		'a file of an undefined attachment type is refused',
		node('upload', {}),
		upload(RECORD, OTHER),
		{ status: 500, body: { error: 'No attachment type is defined' } },
		{
			input: [{ json: {}, files: { data: OTHER } }],
			refusal: 'No attachment type is defined',
		},
	),
	rowOf(
		'the number of a record that is found by another key is read first',
		node('upload', by('external_key', 'A')),
		[
			{
				request: get(at('/JmWorkOrder/external_key=A', { resultColumns: { jm_work_order: ['wo_no_seq'] } })),
				response: found('jm_work_order', { wo_no_seq: { wo_no_seq: '9453-1', external_key: 'A' } }),
			},
			{ request: upload(RECORD, ONE), response: file(7) },
		],
		{ input: [{ json: {}, files: { data: ONE } }] },
	),
	row(
		'the attachments of a record are listed',
		node('getMany', { returnAll: true, options: { simplify: false } }),
		get(`${RECORD}/sys_attachment`),
		ok([{ attachment_no: 7 }, { attachment_no: 8 }]),
		{ output: [{ attachment_no: 7 }, { attachment_no: 8 }] },
	),
	row(
		'DELETE deletes the attachment with the number in the address',
		node('delete', number('7')),
		del(`${RECORD}/sys_attachment/attachment_no=7`),
		NO_CONTENT,
		{
			output: [{ attachment_no: 7, deleted: true }],
		},
	),
	row(
		'the generic node deletes an attachment by its number',
		generic('attachment', 'delete', {
			...by('attachment_keystring', '10339:9453-1'),
			subTables: { step: [{ table: 'sys_attachment', key: 'attachment_no', value: { __rl: true, mode: 'key', value: '7' } }] },
		}),
		del(`${RECORD}/sys_attachment/attachment_no=7`),
		NO_CONTENT,
		{ output: [{ attachment_keystring: '10339:9453-1', attachment_no: '7', deleted: true }] },
	),
	refusedBefore(
		'DELETE without an attachment number, which is not documented, is rejected',
		generic('attachment', 'delete', by('attachment_keystring', '10339:9453-1')),
		'attachment',
	),
	refusedBefore(
		'a GET of attachments without a key is rejected',
		generic('attachment', 'get', by('attachment_keystring', '={{ $json.nothing }}')),
		"The value of 'attachment_keystring' is empty",
	),
	row('an upload whose response has no identifiers has an uncertain outcome', node('upload', {}), upload(RECORD, ONE), ok(null), {
		input: [{ json: {}, files: { data: ONE } }],
		refusal: 'may have succeeded',
	}),
];
