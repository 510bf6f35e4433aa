/** Takes the lock without waiting; returns a function that releases it, or null if another process holds it. */
export function tryLock(file: string): (() => void) | null;

/** Like {@link tryLock}, but waits a few seconds until the lock of a killed process is stale. */
export function tryLockAfterKill(file: string): Promise<(() => void) | null>;

/** Runs the work in one process at a time, for all processes that use the same file. Prints to standard error if it has to wait. */
export function withLock<T>(file: string, waiting: string, work: () => Promise<T> | T): Promise<T>;
