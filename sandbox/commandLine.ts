import { parseArgs } from 'node:util';
import { NEWEST_RELEASE, ORDER_DOCUMENTS, RELEASES, type Release, type SiteProfile } from '../core/catalog';
import type { SiteChoices } from './choices';
import { DEFAULT_OMISSION_NAMES, type OmissionNames, readOmissionNames } from './omissions';
import { readProfileOption } from './profile/read';
import { type Volume, VOLUME_DOCUMENTS } from './seed/volume';
import { type ControlAccess, isAddressRange, isHostName } from './plugins/control/localClient';
import { DEFAULT_LIFETIMES, type Lifetimes, MAX_LIFETIME_SECONDS } from './plugins/lifetimes';

export interface CommandLine {
	readonly port: number;
	readonly host: string;
	/** A file or `:memory:`. */
	readonly data: string;
	readonly release: Release;
	readonly user: string;
	readonly password: string;
	readonly redirectUris: readonly string[];
	readonly lifetimes: Lifetimes;
	/** How many generated records a new data file contains in addition to the demo data, by document. */
	readonly volume: Volume;
	readonly choices: SiteChoices;
	/** How the site differs from public material. */
	readonly profile?: SiteProfile;
	/** A JSON file with the initial data, as the control `data` exports it. */
	readonly seed?: string;
	/** A folder that stores the demo data as a database, for a faster start. */
	readonly cache?: string;
	/** Origins of web pages that can call the API; `*` for all. */
	readonly corsOrigins: readonly string[];
	readonly controlAccess: ControlAccess;
	/** A JSON file with event triggers. */
	readonly events?: string;
	/** How long to wait for a client to send its request or to read each part of the response. */
	readonly clientTimeoutSeconds: number;
	/** Whether to stop when standard input ends, as it does when the process that started the sandbox ends. */
	readonly stopWithStdin: boolean;
}

export const DEFAULT_PASSWORD = 'demo';
/** Long enough to transfer many gigabytes on the same machine. */
const DEFAULT_CLIENT_TIMEOUT_SECONDS = '600';
const MAX_RECORDS = 10_000_000;

export const USAGE = `Usage: npm run sandbox -- [options]

  --port <number>            the port to listen on; 0 for any free port (4010)
  --host <address>           the network address to listen on (127.0.0.1: only this machine)
  --data <file>              the SQLite file for the records, or :memory: (:memory:)
  --release <release>        the release to simulate: ${RELEASES.join(', ')} (${NEWEST_RELEASE})
  --user <name>              the user name for signing in (demo)
  --password <text>          its password (${DEFAULT_PASSWORD})
  --redirect-uri <url>       an additional redirect URI for browser sign-in; can be repeated
  --jwt-seconds <number>     lifetime of a JWT (${DEFAULT_LIFETIMES.jwtSeconds})
  --access-seconds <number>  lifetime of an OAuth access token (${DEFAULT_LIFETIMES.accessSeconds})
  --refresh-seconds <number> lifetime of an OAuth refresh token (${DEFAULT_LIFETIMES.refreshSeconds})
  --records <document>=<number> additional generated records, for testing large lists; can be repeated
  --jobs <number>            the same as --records JmJob=<number>
  --time-options <documents> the documents that support TrxTimeOptionMove and TrxTimeOptionAdjust (${ORDER_DOCUMENTS.join(',')})
  --names <json>             parameters or headers (header:Name or header:Name=value) that omit nulls and alternate keys
                             ({"omitNulls":"${DEFAULT_OMISSION_NAMES.omitNulls.name}","omitAlternateKeys":"${DEFAULT_OMISSION_NAMES.omitAlternateKeys.name}"})
  --profile <file>           a JSON file with a site profile, as returned by the nodes' Check operation: the sandbox behaves like that
                             site, and simulates its release unless --release is given
  --seed <file>              a JSON file with the initial data, as GET /_sandbox/data exports it
  --cache <folder>           a folder that keeps the demo data as a database, for a faster start
  --cors <origin>            the origin of a web page that can call the API, such as http://localhost:3000, or '*'; can be repeated
  --controls-from <address>  an IP address or range, such as 172.17.0.0/16, that can use the controls and the console; can be repeated
  --controls-host <name>     a host name for the controls and the console, such as that of a container; can be repeated
  --events <file>            a JSON file with event triggers
  --client-timeout-seconds <number> how long to wait for a client to send its request or read the response (${DEFAULT_CLIENT_TIMEOUT_SECONDS})
  --stop-with-stdin          stop when standard input ends, for example because the program that started the sandbox has ended
  --help                     print this text`;

const OPTIONS = {
	port: { type: 'string', default: '4010' },
	host: { type: 'string', default: '127.0.0.1' },
	data: { type: 'string', default: ':memory:' },
	release: { type: 'string' },
	user: { type: 'string', default: 'demo' },
	password: { type: 'string', default: DEFAULT_PASSWORD },
	'redirect-uri': { type: 'string', multiple: true, default: [] as string[] },
	'jwt-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.jwtSeconds) },
	'access-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.accessSeconds) },
	'refresh-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.refreshSeconds) },
	records: { type: 'string', multiple: true, default: [] as string[] },
	jobs: { type: 'string', default: '0' },
	'time-options': { type: 'string', default: ORDER_DOCUMENTS.join(',') },
	names: { type: 'string' },
	profile: { type: 'string' },
	seed: { type: 'string' },
	cache: { type: 'string' },
	cors: { type: 'string', multiple: true, default: [] as string[] },
	'controls-from': { type: 'string', multiple: true, default: [] as string[] },
	'controls-host': { type: 'string', multiple: true, default: [] as string[] },
	events: { type: 'string' },
	'client-timeout-seconds': { type: 'string', default: DEFAULT_CLIENT_TIMEOUT_SECONDS },
	'stop-with-stdin': { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

class Unusable extends Error {}

const wholeNumber = (option: string, text: string, min: number, max: number): number => {
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= min && number <= max)) {
		throw new Unusable(`'--${option}' must be a whole number from ${min} to ${max}, got '${text}'`);
	}
	return number;
};

const filled = (option: string, text: string): string => {
	if (text === '') {
		throw new Unusable(`'--${option}' is empty`);
	}
	return text;
};

const redirectUri = (text: string): string => {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol) || text.includes('#')) {
		throw new Unusable(`'--redirect-uri' must be a complete http or https URL without '#', got '${text}'`);
	}
	return text;
};

/** An origin consists only of a scheme, a host and a port. */
const corsOrigin = (text: string): string => {
	if (text !== '*' && URL.parse(text)?.origin !== text) {
		throw new Unusable(`'--cors' must be '*' or an origin such as http://localhost:3000, got '${text}'`);
	}
	return text;
};

const addressRange = (text: string): string => {
	if (!isAddressRange(text)) {
		throw new Unusable(`'--controls-from' must be an IP address or a range such as 172.17.0.0/16, got '${text}'`);
	}
	return text;
};

const hostName = (text: string): string => {
	if (!isHostName(text)) {
		throw new Unusable(`'--controls-host' must be a host name without a port, such as media-operations-sandbox, got '${text}'`);
	}
	return text.toLowerCase();
};

const releaseNamed = (text: string): Release => {
	const release = RELEASES.find((known) => known === text);
	if (release === undefined) {
		throw new Unusable(`'--release' must be one of ${RELEASES.join(', ')}, got '${text}'`);
	}
	return release;
};

const orderDocuments = (text: string): readonly string[] => {
	const names = text.split(',').map((name) => name.trim());
	const unknown = names.find((name) => !ORDER_DOCUMENTS.some((known) => known === name));
	if (unknown !== undefined) {
		throw new Unusable(`'--time-options' must be a comma-separated list of ${ORDER_DOCUMENTS.join(', ')}, got '${unknown}'`);
	}
	return names;
};

const volumeOf = (entries: readonly string[], jobs: number): Volume => {
	const volume: Record<string, number> = jobs > 0 ? { JmJob: jobs } : {};
	for (const entry of entries) {
		const [document = '', count = ''] = entry.split('=');
		if (!VOLUME_DOCUMENTS.includes(document)) {
			throw new Unusable(
				`'--records' must be <document>=<number>, where <document> is one of ${VOLUME_DOCUMENTS.join(', ')}, got '${entry}'`,
			);
		}
		volume[document] = wholeNumber(`records ${document}`, count, 1, MAX_RECORDS);
	}
	return volume;
};

const omissionNames = (text: string): OmissionNames => {
	const read = readOmissionNames(text);
	if ('refused' in read) {
		throw new Unusable(`'--names' ${read.refused}`);
	}
	return read.names;
};

const profileOf = (given: string | undefined): SiteProfile | undefined => {
	if (given === undefined) {
		return undefined;
	}
	const read = readProfileOption(filled('profile', given));
	if ('refused' in read) {
		throw new Unusable(read.refused);
	}
	return read.profile;
};

/** The omission names from '--names', or from the profile if the option is not set. */
const omissionsOf = (given: string | undefined, { lists = {} }: Pick<SiteProfile, 'lists'> = {}): OmissionNames => {
	const { omitAlternateKeys, omitNulls } = lists;
	return omissionNames(given ?? JSON.stringify({ omitNulls, omitAlternateKeys }));
};

/** Parses the command line. `refused` is the message for invalid arguments. */
export function parseArguments(words: readonly string[]): { options: CommandLine } | { help: true } | { refused: string } {
	try {
		const { values } = parseArgs({ args: [...words], options: OPTIONS, strict: true, allowPositionals: false });
		if (values.help) {
			return { help: true };
		}
		const user = filled('user', values.user);
		if (user.includes(':')) {
			throw new Unusable("'--user' must not contain a colon, because a colon ends the user name in Basic authentication");
		}
		const profile = profileOf(values.profile);
		return {
			options: {
				port: wholeNumber('port', values.port, 0, 65_535),
				host: filled('host', values.host),
				data: filled('data', values.data),
				release: releaseNamed(values.release ?? profile?.release ?? NEWEST_RELEASE),
				...(profile === undefined ? {} : { profile }),
				user,
				password: filled('password', values.password),
				redirectUris: values['redirect-uri'].map(redirectUri),
				volume: volumeOf(values.records, wholeNumber('jobs', values.jobs, 0, MAX_RECORDS)),
				choices: { timeOptionDocuments: orderDocuments(values['time-options']), omissions: omissionsOf(values.names, profile) },
				...(values.events === undefined ? {} : { events: filled('events', values.events) }),
				...(values.seed === undefined ? {} : { seed: filled('seed', values.seed) }),
				...(values.cache === undefined ? {} : { cache: filled('cache', values.cache) }),
				corsOrigins: values.cors.map(corsOrigin),
				controlAccess: { from: values['controls-from'].map(addressRange), hostNames: values['controls-host'].map(hostName) },
				clientTimeoutSeconds: wholeNumber('client-timeout-seconds', values['client-timeout-seconds'], 1, 86_400),
				stopWithStdin: values['stop-with-stdin'],
				lifetimes: {
					...DEFAULT_LIFETIMES,
					jwtSeconds: wholeNumber('jwt-seconds', values['jwt-seconds'], 1, MAX_LIFETIME_SECONDS),
					accessSeconds: wholeNumber('access-seconds', values['access-seconds'], 1, MAX_LIFETIME_SECONDS),
					refreshSeconds: wholeNumber('refresh-seconds', values['refresh-seconds'], 1, MAX_LIFETIME_SECONDS),
				},
			},
		};
	} catch (error) {
		if (error instanceof Unusable) {
			return { refused: error.message };
		}
		if (error instanceof TypeError && (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
			return { refused: error.message.split('. To specify')[0] as string };
		}
		throw error;
	}
}
