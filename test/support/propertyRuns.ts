/** The total number of cases in the property tests of hostile input: 5,000 unless PROPERTY_RUNS is set. */
const CASES = Number(process.env.PROPERTY_RUNS ?? 5_000);

/** The number of cases for one property. */
export const runsOf = (share: number, casesPerRun = 1): number => Math.max(1, Math.ceil((CASES * share) / casesPerRun));
