import { parseJson } from '../../core/wire/json';

/**
 * The approximate number of bytes that are parsed at a time. V8 moves longer strings to a separate memory area, where each of them takes
 * about as long to allocate and release as to parse.
 */
const PIECE_BYTES = 32 * 1024;

/** The start of a list: its name, if it has one, and the name of the first field of its first record. */
const LIST_START = /^((?:\{"(\w+)":)?\[)(\{"\w+":)/;
/** The end of a list, and its maximum number of bytes. */
const LIST_END = /^\](\}?)[ \t\r\n]*$/;
const MAX_END_BYTES = 16;

/**
 * Parses the JSON of a long list, such as `{"JmJobList":[{"job_no":1,…},{"job_no":2,…}]}`, in pieces. It assumes that all records start
 * with the same field and that nothing else separates them than a comma. A piece that ends inside a record or a string is not valid JSON,
 * so a wrong assumption never leads to a wrong value. Returns undefined if the bytes are not such a list.
 */
export const parseListBody = (bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): unknown => {
	const [, before, name, firstField] = LIST_START.exec(bytes.toString('latin1', 0, 256)) ?? [];
	if (before === undefined || firstField === undefined) return undefined;
	const end = bytes.lastIndexOf(']');
	const after = end < bytes.length - MAX_END_BYTES ? undefined : LIST_END.exec(bytes.toString('latin1', end))?.[1];
	if (after !== (name === undefined ? '' : '}')) return undefined;
	const separator = Buffer.from(`},${firstField}`);
	const records: unknown[] = [];
	for (let start = before.length; start < end;) {
		const comma = bytes.indexOf(separator, start + PIECE_BYTES) + 1;
		const pieceEnd = comma === 0 ? end : comma;
		let piece: unknown[];
		try {
			piece = parseJson(`[${decoder.decode(bytes.subarray(start, pieceEnd))}]`) as unknown[];
		} catch {
			return undefined;
		}
		for (const record of piece) records.push(record);
		start = pieceEnd + 1;
	}
	return name === undefined ? records : { [name]: records };
};
