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
 * The bytes of attachments: one file each, in a folder beside the database (`<file>.attachments`), or in a
 * folder of its own that goes with the process where the database is in memory.
 */
export class AttachmentFiles {
	private readonly folder: string;
	private readonly passing: boolean;

	constructor(database: string) {
		this.passing = database === ':memory:';
		this.folder = this.passing ? mkdtempSync(path.join(tmpdir(), 'sandbox-attachments-')) : `${database}.attachments`;
		mkdirSync(this.folder, { recursive: true });
	}

	/** Writes a stream to the disk, never whole in memory, and gives the name it is kept under and its size in bytes. */
	async keep(content: Readable): Promise<{ name: string; size: number }> {
		const name = randomUUID();
		// Flushed before it is closed: what the answer confirms survives a fall of the machine.
		const target = createWriteStream(path.join(this.folder, name), { flush: true });
		try {
			await pipeline(content, target);
		} catch (refusal) {
			this.remove(name);
			throw refusal;
		}
		return { name, size: target.bytesWritten };
	}

	/** The bytes of a kept file. */
	read(name: string): Readable {
		return createReadStream(path.join(this.folder, name));
	}

	/** The bytes of the named files. */
	contents(names: readonly string[]): Map<string, Buffer> {
		return new Map(names.map((name) => [name, readFileSync(path.join(this.folder, name))]));
	}

	/** Stores a file under its name unless it exists. */
	ensure(name: string, content: Buffer): void {
		const file = path.join(this.folder, name);
		if (!existsSync(file)) {
			writeFileSync(file, content, { flush: true });
		}
	}

	/** Removes a file. One that cannot be removed is left to the next start: whoever asked has stored already that it is not needed. */
	remove(name: string): void {
		try {
			rmSync(path.join(this.folder, name), { force: true });
		} catch (refusal) {
			console.error(`A file that no attachment needs cannot be removed: ${(refusal as Error).message}`);
		}
	}

	/** Removes whatever is not named: what an upload left behind that was cut off before it was stored. */
	keepOnly(names: ReadonlySet<string>): void {
		for (const name of readdirSync(this.folder)) {
			if (!names.has(name)) {
				this.remove(name);
			}
		}
	}

	/** Lets go of a passing folder. */
	close(): void {
		if (this.passing) {
			rmSync(this.folder, { recursive: true, force: true });
		}
	}
}
