import type { Row } from '../../core/model/terms';
import { create, type CreateInput } from '../../core/operations';
import { hasTemporaryKey } from '../../core/wire/body';
import { readRecordlessArguments, sendsTemporaryKeys, type GenericReading } from './genericInput';
import { readGivenFields, withNotice } from './givenFields';
import { workOf } from './operationWork';
import { numberOf } from './params';
import type { ItemWork } from './runItems';

interface JoinableCreate extends ItemWork {
	readonly record: Row;
	/** The notice for the user about omitted fields. A joined create reports the notices of all its items. */
	readonly notice: string | undefined;
}

/**
 * The work for Create. Items that differ only in their records can share a request, up to 'Records per Request', unless they contain
 * temporary keys.
 */
export const createWork = (reading: GenericReading): ItemWork => {
	const { options, document, site } = reading;
	const given = readGivenFields(reading, document);
	const input: CreateInput = {
		document: given.document,
		records: [given.fields],
		temporaryKeys: sendsTemporaryKeys(options),
		saveArguments: readRecordlessArguments(reading),
	};
	const single = withNotice(workOf(create, input, reading), given.notice);
	const max = numberOf(options.recordsPerRequest, 'recordsPerRequest', 'Records per Request') ?? 1;
	if (max <= 1 || !single.changes || hasTemporaryKey(document.ref, given.fields)) return single;
	const { name, table } = document.ref;
	const work: JoinableCreate = {
		...single,
		record: given.fields,
		notice: given.notice,
		batch: {
			group: JSON.stringify([name, table.name, table.key, input.saveArguments, input.temporaryKeys, site]),
			max,
			join: (works) => {
				const creates = works as readonly JoinableCreate[];
				const joined = workOf(create, { ...input, records: creates.map(({ record }) => record) }, reading);
				return [...new Set(creates.map(({ notice }) => notice))].reduceRight(withNotice, joined);
			},
		},
	};
	return work;
};
