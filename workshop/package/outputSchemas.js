/**
 * The output schemas of the generic node, generated from the compiled catalog. With them, the editor offers the fields of an output before
 * the node has run. n8n looks for them next to the node: `__schema__/v<version>/<resource>/<operation>.json`.
 */
'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');

/** The JSON type of a field in a response. A flag is the text Y or N. */
const TYPES = { integer: 'integer', decimal: 'number', text: 'string', dateTime: 'string', flag: 'string' };
const object = (properties) => ({ type: 'object', properties });

const stemOf = (name) => name.slice(0, name.lastIndexOf('_'));

/** The name of a look-up's description in a simplified record: its own name if it is named after the field. */
const describedAs = (field, description) => (stemOf(field) === stemOf(description) ? description : `${field}_${description}`);

/** The properties of a simplified record: its fields, and the descriptions of its look-ups. */
function fieldsOf({ fields }) {
	const own = fields.map(({ name, type }) => [name, { type: TYPES[type] }]);
	const descriptions = fields
		.filter(({ lookup }) => lookup)
		.map(({ name, lookup }) => [describedAs(name, lookup.description), { type: 'string' }]);
	return Object.fromEntries([...own, ...descriptions.filter(([name]) => !fields.some((field) => field.name === name))]);
}

const rowsOf = (table) => ({
	...fieldsOf(table),
	...Object.fromEntries((table.subTables ?? []).map((below) => [below.name, { type: 'array', items: object(rowsOf(below)) }])),
});

/** The schema of each operation in its default mode. */
const SCHEMAS = {
	create: ({ table }) => object(keyOf(table)),
	delete: ({ table }) => object({ ...keyOf(table), deleted: { type: 'boolean' } }),
	get: ({ table }) => object(rowsOf(table)),
	getChanged: ({ table }) => object(fieldsOf(table)),
	getMany: ({ table }) => object(fieldsOf(table)),
	update: ({ table }) => object({ ...keyOf(table), updated: { type: 'boolean' } }),
	upsert: ({ table }) => object({ ...keyOf(table), created: { type: 'boolean' } }),
};

function keyOf({ key, fields }) {
	const field = fields.find(({ name }) => name === key);
	return field ? { [key]: { type: TYPES[field.type] } } : {};
}

/**
 * The schemas by file name below the folder of the version. An operation of several documents has none, because n8n chooses a schema only by
 * resource and operation.
 * @param resources the resources of the node, with their documents
 * @param operationsOf the operations that the node offers for a document
 */
function outputSchemas(resources, operationsOf) {
	const schemas = resources.flatMap(({ resource, entries }) =>
		Object.keys(SCHEMAS).flatMap((operation) => {
			const [entry, ...others] = entries.filter((each) => operationsOf(each).includes(operation));
			if (entry === undefined || others.length > 0 || entry.kind === 'facade') return [];
			return [[`${resource}/${operation}.json`, SCHEMAS[operation](entry)]];
		}),
	);
	return Object.fromEntries(schemas);
}

/** Writes the schemas next to the compiled node. */
async function writeOutputSchemas(dist) {
	const { PANEL_RESOURCES } = require(path.join(dist, 'bridge/properties/panelResources'));
	const { operationsOf } = require(path.join(dist, 'bridge/properties/resource'));
	const folder = path.join(dist, 'nodes/MediaOperations/__schema__/v1.0.0');
	for (const [name, schema] of Object.entries(outputSchemas(PANEL_RESOURCES, operationsOf))) {
		const file = path.join(folder, name);
		await fs.mkdir(path.dirname(file), { recursive: true });
		await fs.writeFile(file, JSON.stringify(schema));
	}
}

module.exports = { outputSchemas, writeOutputSchemas };
