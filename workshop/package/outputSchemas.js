/**
 * The output schemas of the nodes, generated from the compiled catalog. With them, the editor offers the fields of an output before the
 * node has run. n8n looks them up next to the node, by the values of Resource and Operation:
 * `__schema__/v<version>/<resource>/<operation>.json`.
 */
'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');

/** The JSON type of a field in a response. A flag is the string Y or N. */
const TYPES = { integer: 'integer', decimal: 'number', text: 'string', dateTime: 'string', flag: 'string' };
const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };
const object = (properties) => ({ type: 'object', properties });
const listOf = (properties) => ({ type: 'array', items: object(properties) });

const stemOf = (name) => name.slice(0, name.lastIndexOf('_'));

/** The name of a look-up's description in a simplified record. A description that is named after the field keeps its name. */
const describedAs = (field, description) => (stemOf(field) === stemOf(description) ? description : `${field}_${description}`);

/** The properties of a simplified record: its fields, or only those in `names`, and the descriptions of their look-ups. */
function fieldsOf({ fields }, names) {
	const chosen = names ? fields.filter(({ name }) => names.includes(name)) : fields;
	const own = chosen.map(({ name, type }) => [name, { type: TYPES[type] }]);
	const descriptions = chosen.filter(({ lookup }) => lookup).map(({ name, lookup }) => [describedAs(name, lookup.description), TEXT]);
	return Object.fromEntries([...own, ...descriptions.filter(([name]) => !chosen.some((field) => field.name === name))]);
}

const rowsOf = (table) => ({
	...fieldsOf(table),
	...Object.fromEntries((table.subTables ?? []).map((below) => [below.name, listOf(rowsOf(below))])),
});

function keyOf({ key, fields }) {
	const field = fields.find(({ name }) => name === key);
	return field ? { [key]: { type: TYPES[field.type] } } : {};
}

/** The keys of the rows that a request adds, by sub-table at any depth. */
const addedRows = ({ subTables = [] }) =>
	Object.assign({}, ...subTables.map((table) => ({ [table.name]: listOf(keyOf(table)), ...addedRows(table) })));

/**
 * A result with the fields of the record, named as the nodes name them: a field whose name is already in the result gets a prefix.
 */
const withRecord = (result, key, fields) => ({
	...result,
	...Object.fromEntries(
		Object.entries(fields)
			.filter(([name]) => name !== key)
			.map(([name, property]) => [name in result ? `record_${name}` : name, property]),
	),
});

const updatedRecord = (table) => ({ ...keyOf(table), updated: BOOLEAN });

/**
 * The output properties of each generic-node operation in its default mode, for a given document table. An operation that sends a save
 * argument and is not listed outputs an updated record.
 */
const OPERATIONS = {
	create: keyOf,
	delete: (table) => ({ ...keyOf(table), deleted: BOOLEAN }),
	get: rowsOf,
	getChanged: fieldsOf,
	getMany: fieldsOf,
	update: updatedRecord,
	upsert: (table) => ({ ...keyOf(table), created: BOOLEAN }),
};

/** A table without known fields, for the operations of Any Document that always output a flag. */
const UNKNOWN = { fields: [] };
const OF_ANY_DOCUMENT = ['delete', 'update', 'upsert'];

/**
 * The properties of several documents together: n8n chooses a schema only by resource and operation, not by document.
 * @throws if two documents have a field with the same name and different types
 */
function merged(all) {
	const result = {};
	for (const [name, property] of all.flatMap((each) => Object.entries(each))) {
		if (result[name] && result[name].type !== property.type)
			throw new Error(`'${name}' is ${result[name].type} and ${property.type} in documents of one resource`);
		result[name] = result[name] ?? property;
	}
	return result;
}

function genericNode({ resources, operationsOf, saveArgumentOperations, finding, inOrder }) {
	const ofResources = resources.flatMap(({ resource, entries }) =>
		[...new Set(entries.flatMap(operationsOf))].map((operation) => {
			const supporting = entries.filter((entry) => operationsOf(entry).includes(operation));
			const schemaOf = OPERATIONS[operation] ?? (saveArgumentOperations.includes(operation) ? updatedRecord : undefined);
			if (schemaOf === undefined)
				throw new Error(`The '${operation}' operation has no output schema: add it to OPERATIONS in workshop/package/outputSchemas.js`);
			return [`${resource}/${operation}`, merged(supporting.map((entry) => inOrder(schemaOf(entry.table), entry)))];
		}),
	);
	return [
		...ofResources,
		...OF_ANY_DOCUMENT.map((operation) => [`anyDocument/${operation}`, OPERATIONS[operation](UNKNOWN)]),
		['site/check', Object.fromEntries(Object.keys(finding).map((name) => [name, TEXT]))],
	];
}

function loadTemplate({ orders, inOrder }) {
	return orders.flatMap((order) => {
		const { resource, table } = order;
		const loaded = (result) => ({ ...inOrder(withRecord(result, table.key, fieldsOf(table)), order), ...addedRows(table) });
		return [
			[`${resource}/create`, loaded(keyOf(table))],
			[`${resource}/load`, loaded({ ...keyOf(table), updated: BOOLEAN })],
		];
	});
}

function voidOrder({ orders, stateFields, inOrder }) {
	return orders.flatMap((order) => {
		const { resource, table } = order;
		const voided = inOrder(withRecord({ ...keyOf(table), voided: BOOLEAN }, table.key, fieldsOf(table, stateFields)), order);
		return ['void', 'unVoid'].map((operation) => [`${resource}/${operation}`, voided]);
	});
}

/** Actualize has no operation, so n8n looks up its schema by resource. */
const actualize = ({ actual, orders, inOrder }) =>
	orders.map((order) => {
		const { resource, table } = order;
		const result = { ...keyOf(actual.table), ...keyOf(table), actualized: BOOLEAN };
		return [resource, { ...inOrder(withRecord(result, table.key, fieldsOf(table)), order), ...addedRows(actual.table) }];
	});

function postBatch({ batch, inOrder }) {
	const { resource, table } = batch;
	return [[resource, inOrder(withRecord({ ...keyOf(table), posted: BOOLEAN }, table.key, fieldsOf(table)), batch)]];
}

function uploadAttachment({ attachable, attachment, inOrder }) {
	const { table } = attachment;
	const file = inOrder(fieldsOf(table), attachment);
	const uploaded = { ...keyOf(table), file_name: TEXT, attachment_keystring: TEXT };
	return attachable.flatMap((resource) => [
		[`${resource}/delete`, { ...keyOf(table), deleted: BOOLEAN }],
		[`${resource}/getMany`, file],
		[`${resource}/upload`, uploaded],
	]);
}

const NODES = {
	MediaOperations: genericNode,
	MediaOperationsActualize: actualize,
	MediaOperationsLoadTemplate: loadTemplate,
	MediaOperationsPostBatch: postBatch,
	MediaOperationsUploadAttachment: uploadAttachment,
	MediaOperationsVoidOrder: voidOrder,
};

/**
 * The schemas of each node with actions, by the node's folder and then by the file's path in the version folder. n8n does not
 * look up schemas for triggers. The records of Any Document have none, because their fields are known only to the site.
 * @param load returns a module of the package by its path, such as `bridge/properties/resource`
 */
function outputSchemas(load) {
	const { attachmentEntry, ATTACHABLE, OTHER_DOCUMENT } = load('bridge/actions/attachmentAddress');
	const { documentNamed } = load('bridge/actions/documentNamed');
	const { inReadingOrder } = load('bridge/run/readingOrder');
	const { operationsOf, operationsWhere } = load('bridge/properties/operations');
	const parts = {
		// The properties in the order in which the nodes output them.
		inOrder: (properties, entry) => inReadingOrder([properties], entry, entry)[0],
		resources: load('bridge/properties/panelResources').PANEL_RESOURCES,
		operationsOf,
		saveArgumentOperations: operationsWhere(({ saveArgument }) => saveArgument !== undefined),
		finding: load('core/check/finding').ok('', ''),
		orders: load('bridge/actions/actionProperties').ORDERS,
		stateFields: load('bridge/actions/voidOrder').STATE_FIELDS,
		actual: documentNamed('JmActual'),
		batch: documentNamed('TcBatch'),
		attachable: [...ATTACHABLE.map(({ resource }) => resource), OTHER_DOCUMENT],
		attachment: attachmentEntry,
	};
	return Object.fromEntries(
		Object.entries(NODES).map(([folder, schemasOf]) => [
			folder,
			Object.fromEntries(schemasOf(parts).map(([name, properties]) => [`${name}.json`, object(properties)])),
		]),
	);
}

/** Writes the schemas next to the compiled nodes. */
async function writeOutputSchemas(dist) {
	const schemas = outputSchemas((name) => require(path.join(dist, name)));
	for (const [folder, files] of Object.entries(schemas))
		for (const [name, schema] of Object.entries(files)) {
			const file = path.join(dist, 'nodes', folder, '__schema__/v1.0.0', name);
			await fs.mkdir(path.dirname(file), { recursive: true });
			await fs.writeFile(file, JSON.stringify(schema));
		}
}

module.exports = { outputSchemas, writeOutputSchemas };
