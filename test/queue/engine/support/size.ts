const given = process.env.QUEUE_EXECUTIONS;

/** The number of executions in the survival test: 500, or 120 in CI. `QUEUE_EXECUTIONS` sets another number from 60 to 1000. */
export const executions = given === undefined ? (process.env.CI ? 120 : 500) : Number(given);
if (!Number.isInteger(executions) || executions < 60 || executions > 1000)
	throw new Error(`'QUEUE_EXECUTIONS' must be a whole number from 60 to 1000, got '${given}'.`);

/** A full-size test runs more executions in each throughput measurement. */
export const isFull = executions >= 500;
