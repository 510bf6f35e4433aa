/** Checks the OpenAPI definitions: their URLs and formats, and whether their tables, keys and fields match the catalog. */
import { FEATURES, HEADERS, RELEASES, SAVE_ARGUMENTS, type DocumentEntry, type Release } from '../catalog';
import { readDefinition, readYaml, type DefinedTable } from '../definition';
import { attempt } from '../wire/attempt';
import { isRow } from '../wire/values';
import { difference, listed, ok } from './finding';
import { isTemporary } from './prober';
import { isResponse, type SiteUnderCheck } from './siteUnderCheck';

/** The maximum time (ms) to read all definitions. It is limited, because a site generates each definition on request. */
const MAX_DURATION = 45_000;
/** The number of definitions to read first: if none of them can be read, the others are not requested. */
const FIRST = 3;

const TOPIC = 'Definitions';
const ASSUMED = 'The site has an OpenAPI definition for each document, as JSON or YAML';

interface Reading {
	readonly table: DefinedTable;
	readonly isJson: boolean;
	readonly definition: unknown;
}

const readOne = async (
	{ prober }: SiteUnderCheck,
	{ name }: DocumentEntry,
	address: string,
): Promise<Reading | 'notChecked' | undefined> => {
	const result = await prober.getDefinition(address);
	if (isTemporary(result)) return 'notChecked';
	if (!isResponse(result)) return undefined;
	const { body } = result;
	const isJson = typeof body !== 'string' || /^\s*\{/.test(body);
	const read = attempt(() => {
		const definition = typeof body !== 'string' ? body : isJson ? (JSON.parse(body) as unknown) : readYaml(body);
		return { definition, table: readDefinition(definition, name) };
	});
	if (!('value' in read) || read.value.table === undefined) return undefined;
	return { table: read.value.table, isJson, definition: read.value.definition };
};

const newest = (releases: readonly Release[]): Release | undefined => RELEASES.findLast((release) => releases.includes(release));

/** Records the release that the definition states, and the newest release that added a name found in the definition. */
const noteRelease = ({ evidence }: SiteUnderCheck, { definition, isJson }: Reading): void => {
	const info = isRow(definition) && isRow(definition.info) ? definition.info : {};
	const stated = RELEASES.find((release) => release === String(info.version));
	if (stated !== undefined) evidence.stated = stated;
	if (isJson) evidence.hasJsonDefinitions = true;
	const text = JSON.stringify(definition);
	const described = [
		...SAVE_ARGUMENTS.filter(({ name }) => text.includes(`"${name}"`)).map(({ since }) => since),
		...(text.includes(`"${HEADERS.divisionCode.name}"`) ? [HEADERS.divisionCode.since] : []),
		...(text.includes('"put":') ? [FEATURES.upsert] : []),
	];
	const best = newest([...described, ...(evidence.described === undefined ? [] : [evidence.described])]);
	if (best !== undefined) evidence.described = best;
};

/** Fields that the specification or public material describes. Those of the sandbox need not exist on a site. */
const documentedFields = ({ table }: DocumentEntry): string[] =>
	table.fields.filter(({ source }) => (source ?? table.source) !== 'sandbox').map(({ name }) => name);

const checkTables = ({ definitions, entries, findings, profile }: SiteUnderCheck): void => {
	const tables: string[] = [];
	const keys: string[] = [];
	const fields: string[] = [];
	for (const entry of entries) {
		const defined = definitions.get(entry.name);
		if (defined === undefined) continue;
		if (defined.name !== entry.table.name && /^[A-Za-z_][\w-]*$/.test(defined.name)) {
			tables.push(`${entry.name}: ${defined.name}`);
			profile.documents[entry.name] = { ...profile.documents[entry.name], table: defined.name };
		}
		if (defined.key !== undefined && defined.key !== entry.table.key) keys.push(`${entry.name}: ${defined.key}`);
		const names = new Set(defined.fields.map(({ name }) => name));
		const missing = documentedFields(entry).filter((name) => !names.has(name));
		if (missing.length > 0) fields.push(`${entry.name}: ${listed(missing)}`);
	}
	const compare = (topic: string, what: string, different: readonly string[], effect: string, recommendation?: string): void => {
		const assumed = `The definitions contain the documented ${what}`;
		findings.push(
			different.length === 0
				? ok(topic, assumed)
				: difference(topic, assumed, `Different: ${different.join('; ')}`, effect, {
						...(recommendation === undefined ? {} : { recommendation }),
					}),
		);
	};
	compare('Tables', 'tables', tables, 'Changes to these documents may be rejected');
	compare(
		'Key fields',
		'keys',
		keys,
		'Records of these documents are identified by another field',
		"For these documents, set 'Resource' to 'Any Document'",
	);
	compare(
		'Fields',
		'fields',
		fields.map((each) => `missing from ${each}`),
		'These fields cannot be read or changed on this site',
		"Choose fields from the lists in the editor, which show the site's fields",
	);
};

/** `addressOf` is undefined if the profile states that the site has no definitions. */
export const checkDefinitions = async (site: SiteUnderCheck, addressOf: ((document: string) => string) | undefined): Promise<void> => {
	const { definitions, findings, profile, prober } = site;
	if (addressOf === undefined) return void findings.push(ok(TOPIC, ASSUMED, 'Not checked: the profile states that there are none'));
	const entries = site.entries.filter(({ kind }) => kind !== 'list');
	const missing: string[] = [];
	const forms = new Set<string>();
	const started = prober.elapsed;
	let requested = 0;
	let notChecked = 0;
	for (const entry of entries) {
		if ((requested >= FIRST && definitions.size === 0) || prober.elapsed - started > MAX_DURATION) break;
		requested += 1;
		const reading = await readOne(site, entry, addressOf(entry.name));
		if (reading === 'notChecked') notChecked += 1;
		else if (reading === undefined) missing.push(entry.name);
		else {
			definitions.set(entry.name, reading.table);
			forms.add(reading.isJson ? 'JSON' : 'YAML');
			noteRelease(site, reading);
		}
	}
	if (entries.length === 0) return;
	if (definitions.size === 0 && notChecked > 0)
		return void findings.push(ok(TOPIC, ASSUMED, 'Not checked: the requests failed temporarily'));
	if (definitions.size === 0) {
		profile.definition = { url: null };
		return void findings.push(
			difference(
				TOPIC,
				ASSUMED,
				'No definition can be read from the URL in the credential',
				"The editor shows the documented fields instead of the site's fields",
				{
					recommendation:
						"Ask the administrator for the URL of a definition, and enter it in 'Definition URL'. If the site has none, use the recommended profile",
				},
			),
		);
	}
	const read =
		requested - notChecked < entries.length ? `${requested - notChecked} of ${entries.length} were read in time` : 'All were read';
	findings.push(
		missing.length === 0
			? ok(TOPIC, ASSUMED, `${read}, as ${[...forms].join(' and ')}`)
			: difference(
					TOPIC,
					ASSUMED,
					`Read as ${[...forms].join(' and ')}. Not readable: ${missing.join(', ')}`,
					'The editor shows the documented fields of these documents',
					{
						severity: 'info',
						recommendation: "Check the user's permissions, and whether the site has these documents",
					},
				),
	);
	checkTables(site);
};
