import { randomUUID } from 'node:crypto';
import {
	createReadStream,
	createWriteStream,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The files of attachments, in the `<file>.attachments` folder next to the database, or in a temporary folder if the database is
 * in memory.
 */
export class AttachmentFiles {
	private readonly permanentFolder: string | undefined;
	private temporaryFolder: string | undefined;
	private retained: ReadonlySet<string> = new Set();
	private readonly removeAtExit = (): void => this.close();

	constructor(database: string) {
		if (database !== ':memory:') {
			this.permanentFolder = `${database}.attachments`;
			mkdirSync(this.permanentFolder, { recursive: true });
		}
	}

	/** The temporary folder is created for the first file. It is removed by {@link close} or when the process exits. */
	private get folder(): string {
		if (this.permanentFolder !== undefined) {
			return this.permanentFolder;
		}
		if (this.temporaryFolder === undefined) {
			this.temporaryFolder = mkdtempSync(path.join(tmpdir(), 'sandbox-attachments-'));
			process.once('exit', this.removeAtExit);
		}
		return this.temporaryFolder;
	}

	/** The path of a file. Rejects a name that would address a file outside the folder. */
	private pathOf(name: string): string {
		if (path.basename(name) !== name) {
			throw new Error(`'${name}' is not the name of an attachment file`);
		}
		return path.join(this.folder, name);
	}

	/** Makes {@link remove} keep these files, because a reset restores their attachments. The next start removes the unused ones. */
	retain(names: readonly string[]): void {
		this.retained = new Set(names);
	}

	/** Streams a file to disk, and returns its name and its size in bytes. */
	async keep(content: Readable): Promise<{ name: string; size: number }> {
		const name = randomUUID();
		// The file is flushed before it is closed, so that a confirmed upload survives a crash of the machine.
		const target = createWriteStream(this.pathOf(name), { flush: true });
		try {
			await pipeline(content, target);
		} catch (error) {
			this.remove(name);
			throw error;
		}
		return { name, size: target.bytesWritten };
	}

	/** The contents of a file, as a stream. */
	read(name: string): Readable {
		return createReadStream(this.pathOf(name));
	}

	/** The contents of files by name. */
	contents(names: readonly string[]): Map<string, Buffer> {
		return new Map(names.map((name) => [name, readFileSync(this.pathOf(name))]));
	}

	/** Stores a file under a name, unless a file with that name exists. */
	ensure(name: string, content: Buffer): void {
		const file = this.pathOf(name);
		if (!existsSync(file)) {
			writeFileSync(file, content, { flush: true });
		}
	}

	/** Removes a file. If that fails, the next start removes it, because no record refers to it. */
	remove(name: string): void {
		if (this.retained.has(name)) {
			return;
		}
		try {
			rmSync(this.pathOf(name), { force: true });
		} catch (error) {
			console.error(`An unused attachment file could not be removed: ${(error as Error).message}`);
		}
	}

	/** Removes every file that `names` does not contain, such as the file of an interrupted upload. */
	keepOnly(names: ReadonlySet<string>): void {
		if (this.permanentFolder === undefined && this.temporaryFolder === undefined) {
			return;
		}
		for (const name of readdirSync(this.folder)) {
			if (!names.has(name)) {
				this.remove(name);
			}
		}
	}

	/** Removes the temporary folder. */
	close(): void {
		if (this.temporaryFolder !== undefined) {
			rmSync(this.temporaryFolder, { recursive: true, force: true });
			this.temporaryFolder = undefined;
			process.off('exit', this.removeAtExit);
		}
	}
}
