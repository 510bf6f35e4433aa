/** The number of cases, 5,000 unless PROPERTY_RUNS is set. Each property test of hostile input runs a fraction of this number. */
const CASES = Number(process.env.PROPERTY_RUNS ?? 5_000);

/** The number of runs for one property, if each run covers `casesPerRun` cases. */
export const runsOf = (share: number, casesPerRun = 1): number => Math.max(1, Math.ceil((CASES * share) / casesPerRun));
