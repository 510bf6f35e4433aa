/** How many cases the property tests of hostile input draw in all: 5,000 unless PROPERTY_RUNS says otherwise. */
const CASES = Number(process.env.PROPERTY_RUNS ?? 5_000);

/** The share of one property, in runs of so many cases each. */
export const runsOf = (share: number, casesPerRun = 1): number => Math.max(1, Math.ceil((CASES * share) / casesPerRun));
