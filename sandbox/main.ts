import { isBuiltin } from 'node:module';
import { parseArguments, USAGE } from './commandLine';

const EXIT_CANNOT_START = 1;
const EXIT_UNUSABLE_ARGUMENTS = 2;

/** `npm run sandbox`: parses the command line, and loads the server only if it has to be started. */
async function main(): Promise<void> {
	const read = parseArguments(process.argv.slice(2));
	if ('refused' in read) {
		process.stderr.write(`${read.refused}\n\n${USAGE}\n`);
		process.exitCode = EXIT_UNUSABLE_ARGUMENTS;
		return;
	}
	if ('help' in read) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	if (!isBuiltin('node:sqlite')) {
		process.stderr.write(`The sandbox requires node:sqlite, which Node ${process.versions.node} does not have. Use Node 24 or later\n`);
		process.exitCode = EXIT_CANNOT_START;
		return;
	}
	const { CannotStart, serve } = await import('./serve');
	try {
		await serve(read.options);
	} catch (error) {
		if (!(error instanceof CannotStart)) {
			throw error;
		}
		process.stderr.write(`${error.message}\n`);
		process.exitCode = EXIT_CANNOT_START;
	}
}

void main();
