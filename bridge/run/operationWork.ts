/** The work for an operation of the generic node: requests, preview and output. */
import type { Client } from '../../core/http/client';
import type { ReadSettings, SubTableStep } from '../../core/model/terms';
import { count, get, list } from '../../core/operations';
import type { Operation } from '../../core/operations/operation';
import { targetIdentity } from '../../core/operations/recordKey';
import { flatRows, includesEmpty } from './flatRecords';
import { readSettings, type GenericReading } from './genericInput';
import { completeInput } from './lookUpNames';
import { isPreview, previewOf } from './preview';
import { hasChosenFields, inReadingOrder } from './readingOrder';
import { runsInOrder, type ItemWork } from './runItems';
import { compact, readResponse } from './toolResponse';

const READS = new Set([count.name, get.name, list.name]);

/** The work for an operation with its input. Throws what `compose` throws. */
export const workOf = <Input>(operation: Operation<Input>, input: Input, reading: GenericReading): ItemWork => {
	const { site, options, connection, parameters, document } = reading;
	// The request is composed here, so that invalid input is found before anything is sent.
	operation.compose(input, site);
	const changes = !READS.has(operation.name);
	const complete = async (client: Client): Promise<Input> => await completeInput(input, reading, client);
	if (changes && isPreview(options))
		return {
			changes: false,
			async *run(client, onNotice) {
				yield* previewOf(operation, await complete(client), site, connection.baseUrl).run(client, onNotice);
			},
		};
	const run: ItemWork['run'] = async function* (client, onNotice) {
		yield* operation.run(await complete(client), site, client, onNotice);
	};
	const { isCompact, isSimplified } = readResponse(parameters);
	if (changes) return { changes, run, inOrder: runsInOrder(operation, input, options), target: targetIdentity(operation, input) };
	if (!isSimplified || operation.name === count.name) return { changes, run };
	const includeEmpty = includesEmpty(options);
	const simplify: ItemWork['run'] = (client, onNotice) =>
		flatRows(run(client, onNotice), document.ref, {
			...(input as ReadSettings & { readonly subTables?: readonly SubTableStep[] }),
			includeEmpty,
		});
	return { changes, run: isCompact ? (client, onNotice) => compact(simplify(client, onNotice)) : simplify };
};

/** Work whose simplified records are in reading order. Not used for files, whose columns have their own order. */
export const orderedWorkOf = <Input>(operation: Operation<Input>, input: Input, reading: GenericReading): ItemWork => {
	const work = workOf(operation, input, reading);
	const { ref, entry } = reading.document;
	if (!readResponse(reading.parameters).isSimplified || hasChosenFields(readSettings(reading))) return work;
	return {
		...work,
		async *run(client, onNotice) {
			for await (const chunk of work.run(client, onNotice)) yield inReadingOrder(chunk, ref, entry);
		},
	};
};
