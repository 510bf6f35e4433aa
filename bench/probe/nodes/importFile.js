/**
 * The import baseline: the work that no import can avoid. It neither parses quotation marks nor checks results, because no cell is
 * quoted and every record is created.
 */
'use strict';

const { TextDecoder } = require('node:util');

/** The rows of a CSV file in batches, each with the number of its first line. Reads the file as a stream, like our node. */
async function* batchesOf(stream, size) {
	const decoder = new TextDecoder();
	let rest = '';
	let columns;
	let line = 2;
	let rows = [];
	for await (const chunk of stream) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop();
		columns ??= lines.shift().split(',');
		for (const text of lines) {
			const cells = text.split(',');
			const record = {};
			for (let at = 0; at < columns.length; at += 1) record[columns[at]] = cells[at];
			record.job_type_no = Number(record.job_type_no);
			rows.push(record);
			if (rows.length < size) continue;
			yield { line, rows };
			line += rows.length;
			rows = [];
		}
	}
	if (rows.length > 0) yield { line, rows };
}

/**
 * Sends the rows of the CSV file in the binary field `data`: the first request on its own, then at most `concurrency` requests at a time.
 * Returns an item with a result file.
 */
async function importFile(context, send, { concurrency, perRequest, headers }) {
	const { id } = context.helpers.assertBinaryData(0, 'data');
	const batches = batchesOf(await context.helpers.getBinaryStream(id, 64 * 1024), perRequest);
	const results = [];
	const sendNext = async () => {
		const place = results.push('') - 1;
		const { done, value } = await batches.next();
		if (done) return false;
		const { jm_job: created } = await send({ method: 'POST', path: '/JmJob', headers, body: JSON.stringify({ jm_job: value.rows }) });
		results[place] = created.records.map(({ job_no: key }, index) => `${value.line + index},${key},created\r\n`).join('');
		return true;
	};
	const worker = async () => {
		while (await sendNext());
	};
	await sendNext();
	await Promise.all(Array.from({ length: concurrency }, worker));
	const result = await context.helpers.prepareBinaryData(Buffer.from(`line,key,outcome\r\n${results.join('')}`), 'result.csv', 'text/csv');
	return [[{ json: { complete: true }, binary: { result }, pairedItem: { item: 0 } }]];
}

module.exports = { importFile };
