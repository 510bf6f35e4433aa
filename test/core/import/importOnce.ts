import { documentByName } from '../../../core/catalog';
import { openSource } from '../../../core/files/openSource';
import type { Client } from '../../../core/http/client';
import { ColumnPlan } from '../../../core/import/columns';
import { importRows, type Progress } from '../../../core/import/importRows';
import type { RowOutcome } from '../../../core/import/outcomes';
import { keysOf, RowPlanner, type ImportOperation } from '../../../core/import/planRow';
import { EarlierRun } from '../../../core/import/resume';
import { RowSender } from '../../../core/import/rowSender';
import { documentRef, type DocumentRef } from '../../../core/model/documentRef';

const LIB_TITLE = documentRef(documentByName('LibTitle')!);

async function* one(text: string): AsyncGenerator<string> {
	yield text;
}

interface OneImport {
	readonly operation: ImportOperation;
	readonly recordsPerRequest: number;
	/** The columns of 'Update Only If Unchanged'. */
	readonly unchanged?: readonly string[];
	/** Stops after this many rows are sent. */
	readonly maxRows?: number;
	/** The result file of an earlier run. */
	readonly earlier?: string | undefined;
	/** The document of the rows; titles if omitted. */
	readonly document?: DocumentRef;
}

/** Imports records from the text of a CSV file. */
export const importOnce = async (
	client: Client,
	content: string,
	{ operation, recordsPerRequest, unchanged, maxRows, earlier, document = LIB_TITLE }: OneImport,
): Promise<{ outcomes: RowOutcome[]; isComplete: boolean }> => {
	const { rows } = await openSource(one(content));
	const site = { release: '26.1' as const };
	const columns = new ColumnPlan({ document, mappings: [], acceptsAny: false, keys: keysOf(document) });
	const planner = new RowPlanner({
		document,
		operation,
		columns,
		cells: { decimal: 'auto', dateOrder: 'iso' },
		emptyCells: 'keep',
		ignoreUnknown: false,
		...(unchanged === undefined ? {} : { unchanged }),
	});
	const sender = new RowSender({ document, operation, site, client, onNotice: () => undefined });
	const progress: Progress = {};
	const outcomes: RowOutcome[] = [];
	const run = importRows({
		rows,
		planner,
		sender,
		recordsPerRequest,
		concurrency: () => client.concurrency,
		progress,
		...(maxRows === undefined ? {} : { maxRows }),
		...(earlier === undefined ? {} : { earlier: await EarlierRun.read(one(earlier)) }),
	});
	for await (const chunk of run) outcomes.push(...chunk);
	return { outcomes, isComplete: sender.stopped === undefined && progress.ended === undefined };
};
