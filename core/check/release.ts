/** Determines the release of a site, and adds the findings that depend on it: operators, and the count on page 2. */
import { FEATURES, NEWEST_RELEASE, OPERATORS, RELEASES, hasSince, type Release } from '../catalog';
import { difference, ok, USE_PROFILE } from './finding';
import type { Evidence, SiteUnderCheck } from './siteUnderCheck';

const sinceOf = (operator: string): Release => OPERATORS.find(({ wire }) => wire === operator)?.since ?? '10.6';
const before = (release: Release): Release => RELEASES[RELEASES.indexOf(release) - 1] ?? release;

/** The oldest and the newest release that fit the evidence; undefined if no release fits all of it. */
const rangeOf = ({
	described,
	hasJsonDefinitions,
	isCountStable,
	operators,
	signsInWithToken,
}: Evidence): readonly [Release, Release] | undefined => {
	const atLeast: Release[] = ['10.6', ...(described === undefined ? [] : [described])];
	const atMost: Release[] = [NEWEST_RELEASE];
	for (const [operator, isSupported] of operators) {
		const since = sinceOf(operator);
		if (isSupported) atLeast.push(since);
		else if (since !== '10.6') atMost.push(before(since));
	}
	if (hasJsonDefinitions === true) atLeast.push(FEATURES.definitionAsJson);
	if (isCountStable !== undefined)
		(isCountStable ? atLeast : atMost).push(isCountStable ? FEATURES.paginationCount : before(FEATURES.paginationCount));
	if (signsInWithToken === true) atLeast.push(FEATURES.tokenSignIn);
	const oldest = RELEASES.findLast((release) => atLeast.includes(release)) ?? RELEASES[0];
	const newest = RELEASES.find((release) => atMost.includes(release)) ?? NEWEST_RELEASE;
	return hasSince(newest, oldest) ? [oldest, newest] : undefined;
};

/** Adds the finding about the release. Returns the release by which to judge the operators and the count. */
const checkRelease = (site: SiteUnderCheck): Release => {
	const { evidence, findings, profile, release } = site;
	const topic = 'Release';
	const assumed = `The site runs release ${release}`;
	const range = rangeOf(evidence);
	const { stated } = evidence;
	const recommend = (found: string, recommended: Release): Release => {
		profile.release = recommended;
		findings.push(
			difference(topic, assumed, found, 'The nodes offer features that the site lacks, or reject features that it supports', {
				// Recommends both, because 'Release' in the credential takes precedence unless it is the default, which is the newest one.
				recommendation: `${USE_PROFILE}, and set 'Release' to ${recommended}`,
			}),
		);
		return recommended;
	};
	if (stated !== undefined) {
		if (stated !== release) return recommend(`The definitions are for release ${stated}`, stated);
		findings.push(ok(topic, assumed, `The definitions are for release ${stated}`));
		return release;
	}
	if (range === undefined) {
		findings.push(ok(topic, assumed, 'Not recognized: the site has features of a newer release, and lacks features of an older one'));
		return release;
	}
	const [oldest, newest] = range;
	const found = oldest === newest ? `It behaves like release ${oldest}` : `It behaves like releases ${oldest} to ${newest}`;
	if (hasSince(release, oldest) && hasSince(newest, release)) {
		findings.push(ok(topic, assumed, found));
		return release;
	}
	return recommend(found, hasSince(release, newest) ? newest : oldest);
};

const isExpected = (operator: string, release: Release): boolean => hasSince(release, sinceOf(operator));

/** `results`: the operators that failed, by the type of value that they were tried on. */
const checkOperators = (site: SiteUnderCheck, release: Release, results: ReadonlyArray<readonly [string, readonly string[]]>): void => {
	const { evidence, findings, profile } = site;
	const assumed = 'The site supports all operators of its release';
	if (results.length === 0) return void findings.push(ok('Operators', assumed, 'Not checked: no list can be searched'));
	const unsupported = [...evidence.operators]
		.filter(([operator, isSupported]) => !isSupported && isExpected(operator, release))
		.map(([operator]) => operator);
	if (unsupported.length > 0) {
		profile.unsupportedOperators = unsupported;
		findings.push(
			difference(
				'Operators',
				assumed,
				`Not supported: ${unsupported.join(', ')}`,
				'Conditions with these operators fail or return the wrong records',
				{
					recommendation: `${USE_PROFILE}: the nodes then reject these operators`,
				},
			),
		);
	} else findings.push(ok('Operators', assumed, `As expected for ${results.map(([label]) => label).join(', ')}`));
	const partial = results.flatMap(([label, failed]) => {
		const own = failed.filter((operator) => !unsupported.includes(operator) && isExpected(operator, release));
		return own.length === 0 ? [] : [`${own.join(', ')} on ${label}`];
	});
	if (partial.length > 0)
		findings.push(
			difference(
				'Operators on some types',
				assumed,
				`Not supported: ${partial.join('; ')}`,
				'Conditions with these operators fail or return the wrong records',
				{ recommendation: 'Use other operators, or filter the output with the Filter node' },
			),
		);
};

const checkSecondCount = ({ evidence: { isCountStable }, findings }: SiteUnderCheck, release: Release): void => {
	if (isCountStable === undefined) return;
	const isExpectedStable = hasSince(release, FEATURES.paginationCount);
	const assumed = isExpectedStable ? 'The count is the same on every page' : 'The count is wrong after page 1';
	findings.push(
		isCountStable || !isExpectedStable
			? ok('Count on page 2', assumed, isCountStable === isExpectedStable ? 'As expected' : 'The count is correct')
			: difference('Count on page 2', assumed, 'The count on page 2 is different', "'Get Many' reports that the list changed", {
					recommendation: "Set 'Release' in the credential to 11.1 if the site runs it",
				}),
	);
};

export const judgeRelease = (site: SiteUnderCheck, results: ReadonlyArray<readonly [string, readonly string[]]>): void => {
	const release = checkRelease(site);
	checkOperators(site, release, results);
	checkSecondCount(site, release);
};
