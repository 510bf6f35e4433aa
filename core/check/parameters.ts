/** Checks the parameters of a list that do not concern its pages, and whether their names are case-sensitive. */
import { HEADER_PREFIX, LIST_NAMES, PARAMETERS } from '../catalog';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';
import { difference, ok } from './finding';
import { listParameters, listPath, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const COLUMN_NAMES = ['resultcolumns', 'ResultColumns', 'columns', 'fields', 'select'];

const checkColumns = async (site: SiteUnderCheck): Promise<void> => {
	const { findings, profile } = site;
	const list = site.lists.find(({ records: [record] }) => record !== undefined && Object.keys(record).length > 3);
	if (list === undefined) return;
	const { entry } = list;
	const assumed = `The ${PARAMETERS.resultColumns.name} parameter limits the fields`;
	const isLimited = async (): Promise<boolean> => {
		const records = recordsOf(await readList(site, entry, { size: 2, columns: [entry.table.key] }), site);
		return records !== undefined && records.length > 0 && records.every((record) => Object.keys(record).length <= 2);
	};
	if (await isLimited()) return void findings.push(ok('Fields to return', assumed));
	let found: string | undefined;
	for (const name of COLUMN_NAMES) {
		profile.lists.columns = name;
		if (!(await isLimited())) continue;
		found = name;
		break;
	}
	if (found === undefined) delete profile.lists.columns;
	findings.push(
		difference(
			'Fields to return',
			assumed,
			found === undefined ? 'The site ignores the parameter' : `The ${found} parameter limits them`,
			"'Fields to Return' has no effect, and responses are larger",
			found === undefined
				? { recommendation: 'Ask the administrator for the name of the parameter, and set lists.columns in the profile' }
				: {},
		),
	);
};

type Omission = 'omitNulls' | 'omitAlternateKeys';

interface OmissionCheck {
	readonly setting: Omission;
	readonly topic: string;
	readonly what: string;
	readonly label: string;
	readonly otherNames: readonly string[];
	/** Whether a record contains something that the setting omits. */
	readonly has: (record: Row, list: ReadableList) => boolean;
}

const OMISSIONS: readonly OmissionCheck[] = [
	{
		setting: 'omitNulls',
		topic: 'Omit empty fields',
		what: 'empty fields',
		label: 'Omit Empty Fields',
		otherNames: ['nullValueHandling', `${HEADER_PREFIX}${LIST_NAMES.omitNulls}`],
		has: (record) => Object.values(record).includes(null),
	},
	{
		setting: 'omitAlternateKeys',
		topic: 'Omit alternate keys',
		what: 'alternate keys',
		label: 'Omit Alternate Keys',
		otherNames: ['alternateKeyHandling', `${HEADER_PREFIX}${LIST_NAMES.omitAlternateKeys}`],
		has: (record, { entry: { alternateKeys, table } }) => {
			const key = record[table.key];
			return isRow(key) && alternateKeys.some((name) => name in key);
		},
	},
];

const checkOmission = async (site: SiteUnderCheck, { setting, topic, what, label, otherNames, has }: OmissionCheck): Promise<void> => {
	const list = site.lists.find((each) => each.records.some((record) => has(record, each)));
	const assumed = `The ${LIST_NAMES[setting]} parameter omits ${what}`;
	if (list === undefined) return void site.findings.push(ok(topic, assumed, `Not checked: the records that were read have no ${what}`));
	const works = async (name: string): Promise<boolean> => {
		const records = recordsOf(await readList(site, list.entry, { size: 5, omit: [name] }), site);
		return records !== undefined && records.length > 0 && !records.some((record) => has(record, list));
	};
	if (await works(LIST_NAMES[setting])) return void site.findings.push(ok(topic, assumed));
	for (const name of otherNames) {
		if (!(await works(name))) continue;
		site.profile.lists[setting] = name;
		const place = name.startsWith(HEADER_PREFIX) ? `${name.slice(HEADER_PREFIX.length)} header` : `${name} parameter`;
		return void site.findings.push(difference(topic, assumed, `The ${place} omits them`, `'${label}' has no effect`));
	}
	site.findings.push(
		difference(topic, assumed, 'The site ignores the parameter', `'${label}' has no effect`, {
			severity: 'info',
			recommendation: `If the site uses another parameter or header, set lists.${setting} in the profile to its name`,
		}),
	);
};

/** Checks whether the site also accepts the name of the page-size parameter in upper case. */
const checkCase = async (site: SiteUnderCheck): Promise<void> => {
	const { lists } = site.profile;
	const list = site.lists.find(({ records }) => records.length > 2);
	if (list === undefined || lists.fixedPageSize !== undefined) return;
	const assumed = 'Parameter names are not case-sensitive';
	const parameters = Object.entries(listParameters(site, { size: 2 })).map(([name, value]) => [name.toUpperCase(), value]);
	const records = recordsOf(await site.prober.get(listPath(list.entry), Object.fromEntries(parameters)), site);
	site.findings.push(
		records?.length === 2
			? ok('Parameter case', assumed)
			: difference('Parameter case', assumed, 'They are case-sensitive', "Names under 'Additional Query Parameters' may be ignored", {
					severity: 'info',
					recommendation: 'Write these names exactly as the site does',
				}),
	);
};

export const checkParameters = async (site: SiteUnderCheck): Promise<void> => {
	await checkColumns(site);
	for (const omission of OMISSIONS) await checkOmission(site, omission);
	await checkCase(site);
};
