import { list, type UpdateManyInput } from '../../core/operations';
import type { Site } from '../../core/model/site';
import type { Row } from '../../core/model/terms';
import { operationsBody } from '../../core/wire/body';
import { simplified } from '../../core/wire/simplify';
import type { GenericReading } from './genericInput';
import { completeInput } from './lookUpNames';
import type { ItemWork } from './runItems';

/** The new values by field, as they are sent. */
const newValues = ({ fields, document }: UpdateManyInput, site: Site): Row => {
	const operations = JSON.parse(operationsBody(fields, document.table, site)) as { path: string; value: unknown }[];
	return Object.fromEntries(operations.map(({ path, value }) => [path, value]));
};

/** The output for one record: its key and title, then the old and new value of each field, such as `active_old` and `active_new`. */
const changeOf = (record: Row, values: Row, identifying: readonly string[] | undefined): Row => {
	const names = (identifying ?? Object.keys(record)).filter((name) => Object.hasOwn(record, name) && !Object.hasOwn(values, name));
	const change: Row = Object.fromEntries(names.map((name) => [name, record[name]]));
	for (const [name, value] of Object.entries(values)) {
		if (Object.hasOwn(record, name)) change[`${name}_old`] = record[name];
		change[`${name}_new`] = value;
	}
	return change;
};

/**
 * Outputs the records that a change to all matching records would affect, each with its key, its title, and the old and new
 * values. Does not send the change, and outputs at most the maximum number of records. If the key is unknown, each record is
 * output completely.
 */
export const updateManyPreview = (input: UpdateManyInput, reading: GenericReading): ItemWork => {
	const { document, maxRecords } = input;
	const { site } = reading;
	const titleField = reading.document.entry?.titleField;
	const { key } = document.table;
	// The new values are composed here, so that invalid input is found before anything is sent.
	newValues(input, site);
	const identifying = key === undefined ? undefined : [key, ...(titleField === undefined ? [] : [titleField])];
	const limit = maxRecords === undefined ? {} : { limit: maxRecords + 1 };
	list.compose({ ...input, ...limit }, site);
	return {
		changes: false,
		async *run(client, onNotice) {
			const complete = await completeInput(input, reading, client);
			const values = newValues(complete, site);
			let matched = 0;
			const missing = new Set<string>();
			for await (const chunk of list.run({ ...complete, ...limit }, site, client, onNotice)) {
				const room = maxRecords === undefined ? chunk.length : Math.max(0, maxRecords - matched);
				matched += chunk.length;
				const records = simplified(chunk.slice(0, room), document.table);
				for (const record of records) Object.keys(values).forEach((name) => Object.hasOwn(record, name) || missing.add(name));
				yield records.map((record) => changeOf(record, values, identifying));
			}
			if (maxRecords !== undefined && matched > maxRecords)
				onNotice({
					name: 'tooManyRecords',
					text: `More than ${maxRecords} records match, so 'Update' would change none of them. Add conditions, or raise 'Max Records'`,
				});
			if (missing.size > 0)
				onNotice({
					name: 'oldValueUnknown',
					text: `The list '${document.list}' does not contain ${[...missing].map((name) => `'${name}'`).join(', ')}, so the old values are not shown`,
				});
		},
	};
};
