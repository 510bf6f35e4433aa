import { readFileSync, writeFileSync } from 'node:fs';

/** Reads the memory and the processor time of a process from Linux's /proc. */

const MIB = 1024;
const TICKS_PER_SECOND = 100;

const statusValue = (pid: number, name: string): number =>
	Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Memory in use, in MiB. */
export const residentMiB = (pid: number): number => statusValue(pid, 'VmRSS') / MIB;

/** Peak memory in use since {@link resetPeak}, in MiB. */
export const peakMiB = (pid: number): number => statusValue(pid, 'VmHWM') / MIB;

export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Processor time of all threads since the start of the process, in milliseconds. */
export const processorMs = (pid: number): number => {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
};
