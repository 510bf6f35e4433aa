/**
 * Runs one node of the package in n8n's own engine, without the editor:
 *
 *     npm run -s node -- <file.json>
 *
 * The file: `{"node": "mediaOperations", "parameters": {…}, "credentials": {"mediaOperationsBasicApi": {…}}, "input": [{"json": {…}}],
 * "continueOnFail": false}`. Prints `{"output": […], "error": null}` or the error. Exits with 0 if the node succeeded, with 1 if it
 * failed, and with 2 if the file cannot be run.
 */
import { readFileSync } from 'node:fs';

import { createEngine, type NodeOutcome } from './engine';
import { loadPackage } from './packageTypes';
import { readRunFile, RunFileError, type RunFile } from './checkRun';

const USAGE = 'Specify one file: npm run -s node -- <file.json>';

const read = (files: readonly string[]): string => {
	const [file] = files;
	if (file === undefined || files.length > 1) throw new RunFileError(USAGE);
	try {
		return readFileSync(file, 'utf8');
	} catch (cause) {
		throw new RunFileError(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}). ${USAGE}`);
	}
};

/**
 * The problems that n8n finds in the parameters before it runs a node, as the editor shows them next to the fields. If there are any, the
 * node is not called.
 */
const notRun = (cause: unknown): Pick<NodeOutcome, 'output' | 'error'> => {
	if (!(cause instanceof Error) || cause.name !== 'WorkflowHasIssuesError') throw cause;
	const issues = cause.message
		.split('\n')
		.slice(1)
		.map((line) => line.replace(/^- /, '').replaceAll('"', "'"));
	return {
		output: [],
		error: { message: issues.join(' '), description: 'Fill in these parameters; nothing was sent.', itemIndex: null, httpCode: null },
	};
};

const run = async ({ continueOnFail, ...file }: RunFile, types: ReturnType<typeof loadPackage>): Promise<number> => {
	const engine = await createEngine(types);
	const { output, error } = await engine.run({ ...file, onError: continueOnFail ? 'continueRegularOutput' : 'stopWorkflow' }).catch(notRun);
	await new Promise((written) => process.stdout.write(`${JSON.stringify({ output, error }, null, '\t')}\n`, written));
	return error === null ? 0 : 1;
};

const main = async (files: readonly string[]): Promise<number> => {
	const types = loadPackage();
	return await run(readRunFile(read(files), types), types);
};

main(process.argv.slice(2)).then(
	(status) => process.exit(status),
	(cause: unknown) => {
		process.stderr.write(`${cause instanceof RunFileError ? cause.message : String(cause instanceof Error ? cause.stack : cause)}\n`);
		process.exit(2);
	},
);
