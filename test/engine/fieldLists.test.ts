/** In every node with a field parameter, the fields are chosen from the site's definition. */
import type { ICredentialDataDecryptedObject, INodeParameters, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { loadPackage } from '../../workshop/engine/packageTypes';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { everyParameter } from '../support/parameters';
import { sandboxForTests } from '../support/sandboxForTests';

const types = loadPackage('sources');
const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.clearJournal());

const parametersOf = (node: INodeType): INodeProperties[] => everyParameter(node.description.properties);

const listed = async (
	node: string,
	method: string,
	parameters: INodeParameters,
	changes: ICredentialDataDecryptedObject | null = {},
): Promise<INodePropertyOptions[]> => {
	const credentials: Record<string, ICredentialDataDecryptedObject> =
		changes === null ? {} : { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo', ...changes } };
	const context = await panelContext(engine, { node, parameters: { authentication: 'basic', ...parameters }, credentials });
	return await types.nodes.get(node)!.methods!.loadOptions![method]!.call(context);
};
const valuesOf = (options: readonly INodePropertyOptions[]): unknown[] => options.map(({ value }) => value);

describe.each([...types.nodes.keys()])('The node %s', (name) => {
	const node = types.nodes.get(name)!;

	it('has exactly the list methods that its parameters use', () => {
		const loaded = parametersOf(node).flatMap(({ typeOptions }) =>
			typeof typeOptions?.loadOptionsMethod === 'string' ? [typeOptions.loadOptionsMethod] : [],
		);
		expect(new Set(Object.keys(node.methods?.loadOptions ?? {}))).toEqual(new Set(loaded));
		const mapped = parametersOf(node).flatMap(({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod ?? []);
		expect(new Set(Object.keys(node.methods?.resourceMapping ?? {}))).toEqual(new Set(mapped));
	});

	it("offers a list for every parameter that contains the site's field names", () => {
		const fieldNames = /^(columns|toolFields|clearSubTables|fieldName|lookUpField|keyField|watchedField|changedFields|table|subTable)$/;
		for (const parameter of parametersOf(node).filter((each) => fieldNames.test(each.name) && each.type !== 'resourceMapper')) {
			expect([parameter.name, parameter.type]).toEqual([parameter.name, expect.stringMatching(/^(multiOptions|options)$/)]);
			expect(parameter.displayName).toMatch(/Names? or IDs?$/);
			expect(parameter.description).toContain('<a href="https://docs.n8n.io/code/expressions/">expression</a>');
			expect(parameter.noDataExpression).not.toBe(true);
		}
	});

	it('reloads its field lists when the document changes', () => {
		const documents = new Set(
			parametersOf(node)
				.map((parameter) => parameter.name)
				.filter((each) => ['resource', 'documentName', 'documents'].includes(each)),
		);
		for (const { displayName, typeOptions } of parametersOf(node)) {
			const method = String(typeOptions?.loadOptionsMethod ?? typeOptions?.resourceMapper?.resourceMapperMethod ?? '');
			if (!/^get/.test(method)) continue;
			// The path of the document name ends in `.value`.
			const dependsOn = (typeOptions?.loadOptionsDependsOn ?? []).map((each) => each.replace(/\.value$/, ''));
			for (const document of documents) expect([displayName, dependsOn]).toEqual([displayName, expect.arrayContaining([document])]);
		}
	});
});

describe.each([...types.nodes.keys()])('While expressions cannot be evaluated, %s', (name) => {
	const { methods = {}, description } = types.nodes.get(name)!;
	const waiting = '={{ $json.not.there.yet }}';
	const locator = { __rl: true, mode: 'list', value: waiting };
	const shapes: Readonly<Record<string, unknown>> = {
		resourceLocator: locator,
		fixedCollection: {},
		collection: { otherDocuments: waiting, listDocument: waiting },
		resourceMapper: { mappingMode: 'defineBelow', value: null },
		boolean: false,
		notice: '',
		hidden: '',
	};

	it('loads its lists without an error', async () => {
		const parameters = Object.fromEntries(
			description.properties.map((property) => [
				property.name,
				property.name === 'authentication' ? 'basic' : (shapes[property.type] ?? waiting),
			]),
		) as INodeParameters;
		const context = await panelContext(engine, {
			node: name,
			parameters,
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		});
		// The path of a parameter in a row, which the editor passes to the methods that load lists.
		Object.assign(context, { path: 'parameters.subTables.step[0].value' });
		for (const method of Object.values(methods.loadOptions ?? {})) expect(Array.isArray(await method.call(context))).toBe(true);
		for (const method of Object.values(methods.listSearch ?? {}))
			expect(await method.call(context)).toMatchObject({ results: expect.any(Array) as unknown });
		for (const method of Object.values(methods.resourceMapping ?? {}))
			expect(await method.call(context)).toMatchObject({
				fields: [],
				emptyFieldsNotice: expect.stringContaining('The document name is empty or an expression') as string,
			});
	});
});

describe('The list of fields', () => {
	it.each<readonly [string, string, INodeParameters, unknown[], unknown[]]>([
		[
			'mediaOperationsVoidOrder',
			'getFieldsToReturn',
			{ resource: 'mediaOrder', operation: 'void' },
			['wo_desc', 'phase_code', 'date_changed'],
			['jm_wo_transaction'],
		],
		['mediaOperationsActualize', 'getFieldsToReturn', { resource: 'workOrder' }, ['wo_desc', 'WO_field_1'], ['action_code']],
		[
			'mediaOperationsLoadTemplate',
			'getFieldsToReturn',
			{ resource: 'transmissionOrder', operation: 'load' },
			['wo_desc', 'wo_template_no'],
			[],
		],
		['mediaOperationsPostBatch', 'getFieldsToReturn', { resource: 'timeCardBatch' }, ['batch_no', 'posted'], ['wo_desc']],
		[
			'mediaOperationsUploadAttachment',
			'loadAttachmentFields',
			{ resource: 'job', operation: 'getMany' },
			['attachment_no', 'attachment_desc', 'file_name'],
			['job_desc'],
		],
		['mediaOperationsPollTrigger', 'getFieldsToFind', { resource: 'job' }, ['job_desc', 'JOB_field_1', 'date_added'], []],
		[
			'mediaOperationsPollTrigger',
			'getFieldsToWatch',
			{ resource: 'job' },
			['date_added', 'date_changed', 'job_no'],
			['job_desc', 'active', 'JOB_field_1'],
		],
		[
			'mediaOperationsPollTrigger',
			'getFieldsToWatch',
			{ resource: 'anyDocument', documentName: 'JmWorkOrder' },
			['wo_begin_dt', 'date_added'],
			['wo_desc'],
		],
		[
			'mediaOperationsPollTrigger',
			'getKeys',
			{ resource: 'anyDocument', documentName: 'JmRateCard' },
			['rate_card_no', 'external_key'],
			['rate_card_desc'],
		],
		['mediaOperationsTrigger', 'getEventFields', { fetchRecord: true, documents: ['JmJob'] }, ['job_desc', 'JOB_field_1'], ['wo_desc']],
		[
			'mediaOperationsTrigger',
			'getEventFields',
			{ fetchRecord: true, documents: ['JmJob', 'JmWorkOrder'], settings: { otherDocuments: 'JmRateCardList, ' } },
			['job_desc', 'wo_desc', 'rate_card_desc'],
			['master_desc'],
		],
		[
			'mediaOperations',
			'getFieldsToLookUp',
			{ resource: 'libraryAsset', operation: 'get', findBy: 'keys' },
			['master_no', 'barcode', 'umid', 'external_key', 'master_desc'],
			[],
		],
		[
			'mediaOperations',
			'getFieldsToImport',
			{ resource: 'libraryAsset', operation: 'update', inputMode: 'file' },
			['', 'master_no', 'barcode', 'external_key', 'master_desc', 'lib_master_audio'],
			['date_changed'],
		],
		[
			'mediaOperations',
			'getImportKeys',
			{ resource: 'job', operation: 'update', inputMode: 'file' },
			['', 'job_no', 'external_key'],
			['job_desc'],
		],
		[
			'mediaOperations',
			'getKeysOrDefault',
			{ resource: 'job', operation: 'getMany', output: 'deleted' },
			['', 'job_no', 'external_key'],
			['job_desc'],
		],
	])(
		'in %s, loaded by %s for %j, contains each suitable field once, with its name',
		async (node, method, parameters, there, missingRecord) => {
			const options = await listed(node, method, parameters);
			expect(valuesOf(options)).toEqual(expect.arrayContaining(there));
			for (const value of missingRecord) expect(valuesOf(options)).not.toContain(value);
			expect(new Set(valuesOf(options)).size).toBe(options.length);
			const showsName = ({ name, value, description }: INodePropertyOptions): boolean =>
				value === '' || name === value || name.endsWith(`(${value})`) || description === value;
			expect(options.filter((option) => !showsName(option))).toEqual([]);
		},
	);

	it.each([
		['getFieldsToImport', '[Ignore Column]'],
		['getImportKeys', '[First Key in the Row]'],
		['getKeysOrDefault', '[Key of the Document: job_no]'],
		['getPrimaryKeys', '[Same as Key Field]'],
	])('loaded by %s starts with the default, so that n8n does not mark an empty parameter as invalid', async (method, name) => {
		const [first] = await listed('mediaOperations', method, { resource: 'job', operation: 'update' });
		expect(first).toMatchObject({ name, value: '' });
	});

	it('starts with the most common choice: keys for a look-up, dates for a poll', async () => {
		expect(
			valuesOf(await listed('mediaOperations', 'getFieldsToLookUp', { resource: 'libraryAsset', operation: 'get', findBy: 'keys' }))
				.slice(0, 5)
				.sort(),
		).toEqual(['', 'barcode', 'external_key', 'master_no', 'umid']);
		const [first] = await listed('mediaOperations', 'getFieldsToLookUp', { resource: 'libraryAsset', operation: 'get', findBy: 'keys' });
		expect(first).toMatchObject({ name: '[Key of the Document: master_no]', value: '' });
		const anyDocument = { resource: 'anyDocument', documentName: 'LibMaster', operation: 'get', findBy: 'keys' };
		expect(valuesOf(await listed('mediaOperations', 'getFieldsToLookUp', anyDocument))).not.toContain('');
		const watched = valuesOf(await listed('mediaOperationsPollTrigger', 'getFieldsToWatch', { resource: 'job' }));
		expect([watched[0], ...watched.slice(1, 3).sort()]).toEqual(['', 'date_added', 'date_changed']);
	});

	it('in the event trigger contains the default fields if no API credential is used', async () => {
		for (const [fetchRecord, words] of [
			[false, "Turn on 'Fetch Record'"],
			[true, 'No credential is chosen'],
		] as const) {
			const options = await listed('mediaOperationsTrigger', 'getEventFields', { fetchRecord, documents: ['JmJob', 'JmWorkOrder'] }, null);
			expect(options[0]).toMatchObject({ value: '', description: expect.stringContaining(words) });
			expect(options.filter(({ value }) => value === '')).toHaveLength(1);
			expect(valuesOf(options)).toEqual(expect.arrayContaining(['job_desc', 'phase_code']));
		}
		expect((await sandbox.control.journal()).entries).toEqual([]);
	});

	it('in the event trigger contains only a hint if the documents are unknown; in other nodes, it is empty if an expression cannot be evaluated', async () => {
		for (const documents of [[], '={{ $json.documents }}']) {
			expect(
				await listed('mediaOperationsTrigger', 'getEventFields', { documents, settings: { otherDocuments: '={{ $json.other }}' } }),
			).toEqual([expect.objectContaining({ name: '[Choose Documents First]', value: '' })]);
		}
		for (const [node, method] of [
			['mediaOperationsVoidOrder', 'getFieldsToReturn'],
			['mediaOperationsPollTrigger', 'getFieldsToWatch'],
			['mediaOperationsPollTrigger', 'getKeys'],
		] as const) {
			expect(await listed(node, method, { resource: 'anyDocument', documentName: '={{ $json.a.b }}' })).toEqual([]);
		}
	});
});
