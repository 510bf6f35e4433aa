import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import type { SourceFile } from '../../core/files/sourceRow';
import { OUTCOMES, rejectedFile, resultHeader, resultLines, type OutcomeName, type RowOutcome } from '../../core/import/outcomes';
import { OutputFile } from './outputFile';

/** The binary fields of the output item. */
export const [RESULT_FIELD, REJECTED_FIELD] = ['result', 'rejected'] as const;

interface ReportSettings {
	/** Whether to write the result file, in addition to the rejected rows. */
	readonly hasResult: boolean;
	/** Called with the first reason why a file could not be stored. */
	readonly onFailure?: (reason: string) => void;
}

/** Counts outcomes, and writes the result file and the rejected rows. If a file cannot be stored, the outcomes are still counted. */
export class ImportReport {
	readonly counts = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<OutcomeName, number>;
	/** Why a file could not be stored; undefined if all files were stored. */
	failure: string | undefined;
	private readonly result: OutputFile | undefined;
	private readonly rejected: OutputFile;
	private readonly rejectedFormat: ReturnType<typeof rejectedFile>;

	constructor(
		context: IExecuteFunctions,
		source: SourceFile,
		private readonly settings: ReportSettings,
	) {
		this.rejectedFormat = rejectedFile(source);
		const { extension, contentType, header } = this.rejectedFormat;
		this.result = settings.hasResult
			? new OutputFile(context, 'result.csv', 'text/csv', resultHeader, this.failed('result file'))
			: undefined;
		this.rejected = new OutputFile(context, `rejected.${extension}`, contentType, header, this.failed('file of rejected rows'));
	}

	/** Adds the outcomes of all chunks. If reading the chunks fails, the files are not stored. */
	async addAll<Chunk>(chunks: AsyncIterable<Chunk>, outcomesOf: (chunk: Chunk) => readonly RowOutcome[]): Promise<void> {
		const all = async (): Promise<void> => {
			for await (const chunk of chunks) await this.add(outcomesOf(chunk));
		};
		await all().catch((error: unknown) => {
			this.result?.abort(error);
			this.rejected.abort(error);
			throw error;
		});
	}

	/** Closes the files, and returns those that are not empty and could be stored. */
	async files(): Promise<IBinaryKeyData> {
		const [result, rejected] = await Promise.all([this.result?.close(), this.rejected.close()]);
		return { ...(result ? { [RESULT_FIELD]: result } : {}), ...(rejected ? { [REJECTED_FIELD]: rejected } : {}) };
	}

	private async add(outcomes: readonly RowOutcome[]): Promise<void> {
		for (const { outcome } of outcomes) this.counts[outcome] += 1;
		await this.result?.write(resultLines(outcomes));
		const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
		if (failed.length > 0) await this.rejected.write(this.rejectedFormat.lines(failed));
	}

	private failed(file: string): (error: unknown) => void {
		return (error) => {
			if (this.failure !== undefined) return;
			this.failure = `The ${file} could not be stored: ${error instanceof Error ? error.message : String(error)}`;
			this.settings.onFailure?.(this.failure);
		};
	}
}
