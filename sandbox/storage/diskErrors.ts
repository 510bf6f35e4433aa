/** SQLite's primary result codes. */
const [BUSY, READ_ONLY, NOT_WRITTEN, DAMAGED, FULL, NOT_OPENED, NOT_A_DATABASE] = [5, 8, 10, 11, 13, 14, 26];
const PRIMARY = 0xff;

const NOT_STORED = 'nothing from this request was stored';
const NO_ROOM = `The disk is full: ${NOT_STORED}`;
const NOT_WRITABLE = `The data file is read-only: ${NOT_STORED}`;

const WHEN_WRITING: Readonly<Record<number, string>> = {
	[READ_ONLY]: NOT_WRITABLE,
	[NOT_WRITTEN]: `The data file could not be read or written: ${NOT_STORED}`,
	[DAMAGED]: `The data file is damaged: ${NOT_STORED}`,
	[FULL]: NO_ROOM,
};

/** Operating system error codes for writing attachment files. EFBIG means that the file exceeds a size limit. */
const BY_CODE: Readonly<Record<string, string>> = {
	ENOSPC: NO_ROOM,
	EDQUOT: NO_ROOM,
	EFBIG: NO_ROOM,
	EROFS: NOT_WRITABLE,
	EACCES: NOT_WRITABLE,
	EPERM: NOT_WRITABLE,
};

const WHEN_OPENING: Readonly<Record<number, string>> = {
	[BUSY]: 'another process has it open',
	[READ_ONLY]: 'it is read-only',
	[FULL]: 'the disk is full',
	[NOT_OPENED]: 'it must be a file, and its folder must exist and be writable',
	[NOT_A_DATABASE]: 'it is not a database',
};

const resultOf = (thrown: unknown): number => ((thrown as { errcode?: number }).errcode ?? 0) & PRIMARY;

/** The message for a failed write; undefined for all other errors. */
export const diskErrorMessage = (thrown: unknown): string | undefined => {
	const { code = '' } = thrown as { code?: string };
	return code === 'ERR_SQLITE_ERROR' ? WHEN_WRITING[resultOf(thrown)] : BY_CODE[code];
};

/** Why a data file cannot be opened; undefined if the reason is unknown. */
export const openErrorMessage = (thrown: unknown): string | undefined => WHEN_OPENING[resultOf(thrown)];
