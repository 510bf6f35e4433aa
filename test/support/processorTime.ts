/** How long (ms) this process computes for a piece of work: unlike a clock, it does not count what other processes take. */
export const processorTime = (work: () => unknown): number => {
	const begun = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
};
