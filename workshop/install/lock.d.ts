/** Takes the lock without waiting; gives a function that returns it, or null when another process holds it. */
export function tryLock(file: string): (() => void) | null;

/** The same, waiting a few seconds so that the lock of a killed process becomes stale. */
export function tryLockAfterKill(file: string): Promise<(() => void) | null>;

/** Does the work alone among all processes that use the same file; tells on standard error when it has to wait. */
export function withLock<T>(file: string, waiting: string, work: () => Promise<T> | T): Promise<T>;
