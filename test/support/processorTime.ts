/** The processor time (ms) that a function takes. Unlike the elapsed time, it excludes the time that other processes use. */
export const processorTime = (work: () => unknown): number => {
	const begun = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
};
