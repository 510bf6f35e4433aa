import { parseArgs } from 'node:util';
import { NEWEST_RELEASE, ORDER_DOCUMENTS, RELEASES, type Release } from '../core/catalog';
import type { SiteChoices } from './choices';
import { DEFAULT_OMISSION_NAMES, type OmissionNames, readOmissionNames } from './omissions';
import { DEFAULT_LIFETIMES, type Lifetimes, LONGEST_SECONDS } from './plugins/lifetimes';

export interface CommandLine {
	readonly port: number;
	readonly host: string;
	/** A file, or `:memory:`. */
	readonly data: string;
	readonly release: Release;
	readonly user: string;
	readonly password: string;
	readonly redirectUris: readonly string[];
	readonly lifetimes: Lifetimes;
	/** How many generated jobs a new data file contains in addition to the demo data. */
	readonly jobs: number;
	readonly choices: SiteChoices;
	/** A JSON file with the initial data, as the control `data` exports it. */
	readonly seed?: string;
	/** A folder that keeps the demo data as a database, for a faster start. */
	readonly cache?: string;
	/** Origins of web pages that may call the API; `*` for all. */
	readonly corsOrigins: readonly string[];
	/** A JSON file with event triggers. */
	readonly events?: string;
	/** How long a client may take over its request, and over each piece of the answer. */
	readonly patienceSeconds: number;
}

export const DEFAULT_PASSWORD = 'demo';
/** Enough for a file of many gigabytes on one machine. */
const DEFAULT_PATIENCE_SECONDS = '600';

export const USAGE = `Usage: npm run sandbox -- [options]

  --port <number>            the port to listen on; 0 for any free port (4010)
  --host <address>           the network address to listen on (127.0.0.1: only this machine)
  --data <file>              the SQLite file for the records, or :memory: (:memory:)
  --release <release>        the release to simulate: ${RELEASES.join(', ')} (${NEWEST_RELEASE})
  --user <name>              the user name for signing in (demo)
  --password <text>          its password (${DEFAULT_PASSWORD})
  --redirect-uri <address>   an additional redirect address for browser sign-in; can be repeated
  --jwt-seconds <number>     lifetime of a JWT (${DEFAULT_LIFETIMES.jwtSeconds})
  --access-seconds <number>  lifetime of an OAuth access token (${DEFAULT_LIFETIMES.accessSeconds})
  --refresh-seconds <number> lifetime of an OAuth refresh token (${DEFAULT_LIFETIMES.refreshSeconds})
  --jobs <number>            additional generated jobs, for testing large lists (0)
  --time-options <documents> the documents that support TrxTimeOptionMove and TrxTimeOptionAdjust (${ORDER_DOCUMENTS.join(',')})
  --names <json>             parameters or headers (header:Name or header:Name=value) that omit nulls and alternate keys
                             ({"omitNulls":"${DEFAULT_OMISSION_NAMES.omitNulls.name}","omitAlternateKeys":"${DEFAULT_OMISSION_NAMES.omitAlternateKeys.name}"})
  --seed <file>              a JSON file with the initial data, as GET /_sandbox/data exports it
  --cache <folder>           a folder that keeps the demo data as a database, for a faster start
  --cors <origin>            a web page that may call the API, such as http://localhost:3000, or '*'; can be repeated
  --events <file>            a JSON file with event triggers
  --patience-seconds <number> how long to wait for a client to send its request or read the response (${DEFAULT_PATIENCE_SECONDS})
  --help                     print this text`;

const OPTIONS = {
	port: { type: 'string', default: '4010' },
	host: { type: 'string', default: '127.0.0.1' },
	data: { type: 'string', default: ':memory:' },
	release: { type: 'string', default: NEWEST_RELEASE },
	user: { type: 'string', default: 'demo' },
	password: { type: 'string', default: DEFAULT_PASSWORD },
	'redirect-uri': { type: 'string', multiple: true, default: [] as string[] },
	'jwt-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.jwtSeconds) },
	'access-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.accessSeconds) },
	'refresh-seconds': { type: 'string', default: String(DEFAULT_LIFETIMES.refreshSeconds) },
	jobs: { type: 'string', default: '0' },
	'time-options': { type: 'string', default: ORDER_DOCUMENTS.join(',') },
	names: { type: 'string', default: '{}' },
	seed: { type: 'string' },
	cache: { type: 'string' },
	cors: { type: 'string', multiple: true, default: [] as string[] },
	events: { type: 'string' },
	'patience-seconds': { type: 'string', default: DEFAULT_PATIENCE_SECONDS },
	help: { type: 'boolean', default: false },
} as const;

class Unusable extends Error {}

const wholeNumber = (option: string, text: string, lowest: number, highest: number): number => {
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= lowest && number <= highest)) {
		throw new Unusable(`'--${option}' must be a whole number from ${lowest} to ${highest}, got '${text}'`);
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
		throw new Unusable(`'--redirect-uri' must be a complete http or https address without '#', got '${text}'`);
	}
	return text;
};

/** An origin is a scheme, a host and a port; a browser sends nothing else. */
const corsOrigin = (text: string): string => {
	if (text !== '*' && URL.parse(text)?.origin !== text) {
		throw new Unusable(`'--cors' must be '*' or an origin such as http://localhost:3000, got '${text}'`);
	}
	return text;
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

const omissionNames = (text: string): OmissionNames => {
	const read = readOmissionNames(text);
	if ('refused' in read) {
		throw new Unusable(`'--names' ${read.refused}`);
	}
	return read.names;
};

/** What the words of the command line ask for; `refused` says in plain words what cannot be read. */
export function parseArguments(words: readonly string[]): { options: CommandLine } | { help: true } | { refused: string } {
	try {
		const { values } = parseArgs({ args: [...words], options: OPTIONS, strict: true, allowPositionals: false });
		if (values.help) {
			return { help: true };
		}
		const user = filled('user', values.user);
		if (user.includes(':')) {
			throw new Unusable("'--user' must not contain a colon, because Basic authentication ends the name with it");
		}
		return {
			options: {
				port: wholeNumber('port', values.port, 0, 65_535),
				host: filled('host', values.host),
				data: filled('data', values.data),
				release: releaseNamed(values.release),
				user,
				password: filled('password', values.password),
				redirectUris: values['redirect-uri'].map(redirectUri),
				jobs: wholeNumber('jobs', values.jobs, 0, 10_000_000),
				choices: { timeOptionDocuments: orderDocuments(values['time-options']), omissions: omissionNames(values.names) },
				...(values.events === undefined ? {} : { events: filled('events', values.events) }),
				...(values.seed === undefined ? {} : { seed: filled('seed', values.seed) }),
				...(values.cache === undefined ? {} : { cache: filled('cache', values.cache) }),
				corsOrigins: values.cors.map(corsOrigin),
				patienceSeconds: wholeNumber('patience-seconds', values['patience-seconds'], 1, 86_400),
				lifetimes: {
					...DEFAULT_LIFETIMES,
					jwtSeconds: wholeNumber('jwt-seconds', values['jwt-seconds'], 1, LONGEST_SECONDS),
					accessSeconds: wholeNumber('access-seconds', values['access-seconds'], 1, LONGEST_SECONDS),
					refreshSeconds: wholeNumber('refresh-seconds', values['refresh-seconds'], 1, LONGEST_SECONDS),
				},
			},
		};
	} catch (refusal) {
		if (refusal instanceof Unusable) {
			return { refused: refusal.message };
		}
		if (refusal instanceof TypeError && (refusal as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
			return { refused: refusal.message.split('. To specify')[0] as string };
		}
		throw refusal;
	}
}
