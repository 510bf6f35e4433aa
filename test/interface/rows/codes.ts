import { having, type Row, type RowGroup } from '../row';
import { at, by, created, exchange, generic, get, mapped, ok, put, where } from './writing';

/**
 * Codes that a conversion to numbers would change: leading zeros, letters at the end, an exponent, more digits than a number can
 * represent exactly.
 */
const CODES = ['0004', '0004S', 'FRED01', '1e3', '90071992547409931'];

const resource = (code: string, description: string): string =>
	JSON.stringify({ sch_resource: [{ resource_code: { resource_code: code }, resource_desc: description }] });

const rows: Row[] = [
	...CODES.map((code): Row => ({
		name: `PUT of a new resource with the code ${code}`,
		shows: ['upsert on all maintenance documents'],
		node: generic('schedulingResource', 'upsert', {
			...by('resource_code', code),
			fieldsMode: 'json',
			fieldsJson: `{"resource_desc": "Desk ${code}"}`,
		}),
		exchanges: exchange(
			put(`/SchResource/resource_code=${code}`, resource(code, `Desk ${code}`)),
			created({ sch_resource: [{ resource_code: code }] }),
		),
		output: [{ resource_code: code, created: true }],
	})),
	{
		name: 'PUT of a resource by a code that an expression returns as a number',
		node: {
			...generic('schedulingResource', 'upsert', {
				...by('resource_code', '={{ $json.code }}'),
				fieldsMode: 'json',
				fieldsJson: '{"resource_desc": "Desk 7001"}',
			}),
			input: [{ json: { code: 7001 } }],
		},
		exchanges: exchange(
			put('/SchResource/resource_code=7001', resource('7001', 'Desk 7001')),
			created({ sch_resource: [{ resource_code: '7001' }] }),
		),
		output: [{ resource_code: '7001', created: true }],
	},
	{
		name: 'PUT of a resource by its code, with the fields of the document',
		node: generic('schedulingResource', 'upsert', mapped({ resource_code: '0004', resource_desc: 'Desk four' }, 'resource_code')),
		exchanges: exchange(put('/SchResource/resource_code=0004', resource('0004', 'Desk four')), ok({ message: null, tables: [] })),
		output: [{ resource_code: '0004', created: false }],
	},
	{
		name: 'GET of the resource 4 after the resource 0004 was changed',
		node: generic('schedulingResource', 'get', { ...by('resource_code', '4'), options: { columns: 'resource_desc' } }),
		exchanges: exchange(
			get(at('/SchResource/resource_code=4', { resultColumns: { sch_resource: ['resource_code', 'resource_desc'] } })),
			ok({ sch_resource: [{ resource_code: { resource_code: '4', external_key: null }, resource_desc: 'Encoder 1' }] }),
		),
		output: [{ resource_code: '4', resource_desc: 'Encoder 1' }],
	},
	{
		name: 'GET of a list by a code with leading zeros',
		node: generic('schedulingResource', 'getMany', {
			...where({ fieldName: 'resource_code', operator: 'equals', value: '0004' }),
			options: { columns: 'resource_code' },
		}),
		exchanges: exchange(
			get(
				at('/SchResourceList', {
					Query: '{"resource_code":"0004"}',
					resultColumns: { L: ['resource_code'] },
					pageSize: '50',
					page: '1',
					sort: ['resource_code asc'],
				}),
			),
			ok({ L: [{ resource_code: having({ resource_code: '0004' }) }] }, { 'pagination-count': '1' }),
		),
		output: [{ resource_code: '0004' }],
	},
	{
		name: 'GET of the records with the looked-up codes',
		node: {
			...generic('schedulingResource', 'get', {
				findBy: 'keys',
				lookUpField: 'resource_code',
				lookUpKey: '={{ $json.code }}',
				options: { columns: 'resource_code' },
			}),
			input: ['0004', '4', '0004S'].map((code) => ({ json: { code } })),
		},
		exchanges: exchange(
			get(
				at('/SchResourceList', {
					Query: '{"resource_code":{"$in":["0004","4","0004S"]}}',
					resultColumns: { L: ['resource_code'] },
					pageSize: '500',
					page: '1',
					sort: ['resource_code asc'],
				}),
			),
			ok({ L: ['0004', '0004S', '4'].map((code) => ({ resource_code: having({ resource_code: code }) })) }),
		),
		output: ['0004', '4', '0004S'].map((resource_code) => ({ resource_code })),
	},
	{
		name: 'GET of a list by a number with leading zeros',
		node: generic('job', 'getMany', {
			...where({ fieldName: 'job_no', operator: 'in', values: '0012, 12' }),
			options: { columns: 'job_no' },
		}),
		exchanges: exchange(
			get(
				at('/JmJobList', {
					Query: '{"job_no":{"$in":["0012",12]}}',
					resultColumns: { L: ['job_no'] },
					pageSize: '50',
					page: '1',
					sort: ['job_no asc'],
				}),
			),
			ok({ L: [{ job_no: having({ job_no: 12 }) }] }),
		),
		output: [{ job_no: 12 }],
	},
	{
		name: 'GET of an order transaction by an order number without its sequence',
		node: generic('orderTransaction', 'get', { ...by('trx_no', '1259520'), parameter_wo_no_seq: '1075881' }),
		exchanges: [],
		refusal: "'wo_no_seq' is '1075881', an order number without its sequence",
	},
	{
		name: 'GET of a list by an order number without its sequence',
		node: generic('workOrder', 'getMany', where({ fieldName: 'wo_no_seq', operator: 'in', values: '100-1, 2627' })),
		exchanges: [],
		refusal: "'Conditions': 'wo_no_seq' is '2627', an order number without its sequence",
	},
];

export const CODES_GROUP: RowGroup = { theme: 'Codes that look like numbers', file: 'codes.ts', rows };
