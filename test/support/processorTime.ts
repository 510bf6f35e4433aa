/** The processor time (ms) that a function takes. Unlike a clock, it excludes the time of other processes. */
export const processorTime = (work: () => unknown): number => {
	const begun = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
};
