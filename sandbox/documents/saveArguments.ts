import {
	FIXED_VALUES,
	type FixedValue,
	hasSince,
	isFixedValue,
	type Release,
	SAVE_ARGUMENTS,
	type SaveArgument,
	type SaveArgumentName,
	type SaveArgumentValue,
} from '../../core/catalog';
import type { SiteChoices } from '../choices';
import { orderNumber } from '../storage/keys';
import { badRequest } from './httpError';

/** The save arguments of a request and their values. */
export type SaveArguments = ReadonlyMap<SaveArgumentName, string>;

const NUMBERS = /^\s*-?\d{1,15}\s*(,\s*-?\d{1,15}\s*)*$/;

/** The check for one kind of value, and the description of the kind in error messages. */
interface ValueCheck {
	readonly fits: (text: string, argument: SaveArgument) => boolean;
	readonly expected: (argument: SaveArgument) => string;
}

const VALUES: Readonly<Record<Exclude<SaveArgumentValue, FixedValue>, ValueCheck>> = {
	number: { fits: (text) => /^\d{1,15}$/.test(text), expected: () => 'one number' },
	numbers: { fits: (text) => NUMBERS.test(text), expected: () => 'one number or several, separated by commas' },
	choice: {
		fits: (text, { choices = [] }) => choices.some(({ value }) => value === text),
		expected: ({ choices = [] }) => `one of ${choices.map(({ value, label }) => `${value} (${label})`).join(', ')}`,
	},
	numberChoice: {
		fits: (text, { choices = [] }) => choices.some(({ value }) => value === text),
		expected: ({ choices = [] }) => `one of the numbers ${choices.map(({ value, label }) => `${value} (${label})`).join(', ')}`,
	},
	key: { fits: (text) => orderNumber(text) !== undefined, expected: () => 'the number and sequence of the order, such as 2626-1' },
	code: { fits: (text) => text !== '', expected: () => 'a code' },
};

const checkOf = (kind: SaveArgumentValue): ValueCheck => {
	if (!isFixedValue(kind)) {
		return VALUES[kind];
	}
	const fixed: string = FIXED_VALUES[kind];
	return { fits: (text) => text === fixed, expected: () => (fixed === '' ? 'an empty string' : `'${fixed}'`) };
};

const argumentNamed = (name: string, release: Release): SaveArgument & { readonly name: SaveArgumentName } => {
	const known = SAVE_ARGUMENTS.find((argument: SaveArgument) => argument.name === name || argument.alternateNames?.includes(name));
	if (!known || !hasSince(release, known.since)) {
		throw badRequest(`The 'SaveArgument' header contains '${name}', which is not a save argument of this release`);
	}
	return known;
};

const parse = (header: string): Record<string, unknown> => {
	let raw: unknown;
	try {
		raw = JSON.parse(header);
	} catch {
		throw badRequest(
			`The 'SaveArgument' header must be a JSON object such as {"LoadTemplate":"2"}, got invalid JSON: ${header.slice(0, 200)}`,
		);
	}
	if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
		throw badRequest(`The 'SaveArgument' header must be a JSON object such as {"LoadTemplate":"2"}, got ${header.slice(0, 200)}`);
	}
	return raw as Record<string, unknown>;
};

const entryOf = (name: SaveArgumentName): SaveArgument => SAVE_ARGUMENTS.find((argument) => argument.name === name) as SaveArgument;

/** Whether a save argument requires the key of the record in the body (specification: Save arguments, Post). */
export const needKey = (read: SaveArguments): boolean => [...read.keys()].some((name) => entryOf(name).keyInBody);

/** Rejects mutually exclusive arguments, and arguments sent without another argument that they require. */
const checkTogether = (read: SaveArguments): void => {
	const several = read.get('LoadServiceTemplate')?.includes(',');
	if (several && read.size > 1) {
		throw badRequest("'LoadServiceTemplate' with several values cannot be combined with other save arguments in the 'SaveArgument' header");
	}
	for (const { name, requires, excludes = [] } of [...read.keys()].map(entryOf)) {
		const excluded = excludes.find((one) => read.has(one as SaveArgumentName));
		if (excluded !== undefined) {
			throw badRequest(`'${name}' and '${excluded}' cannot be combined in the 'SaveArgument' header`);
		}
		if (requires && !requires.some((one) => read.has(one as SaveArgumentName))) {
			throw badRequest(`'${name}' in the 'SaveArgument' header requires ${requires.map((one) => `'${one}'`).join(' or ')}`);
		}
	}
};

/** The documents that support a save argument on this site. */
export const documentsOf = ({ name, documents }: SaveArgument, { timeOptionDocuments }: SiteChoices): readonly string[] =>
	name.startsWith('TrxTimeOption') ? timeOptionDocuments : documents;

/** Reads the `SaveArgument` header of a request (specification: Save arguments). Returns an empty map if there is none. */
export const readSaveArguments = (header: string | undefined, document: string, release: Release, choices: SiteChoices): SaveArguments => {
	const read = new Map<SaveArgumentName, string>();
	if (header === undefined || header.trim() === '') {
		return read;
	}
	for (const [name, raw] of Object.entries(parse(header))) {
		const argument = argumentNamed(name, release);
		const documents = documentsOf(argument, choices);
		if (!documents.includes(document)) {
			throw badRequest(`'${argument.name}' in the 'SaveArgument' header is for ${documents.join(', ')}, not for ${document}`);
		}
		const text = typeof raw === 'number' ? String(raw) : raw;
		const { fits, expected } = checkOf(argument.value);
		if (typeof text !== 'string' || !fits(text, argument)) {
			throw badRequest(`'${argument.name}' in the 'SaveArgument' header must be ${expected(argument)}, got ${JSON.stringify(raw)}`);
		}
		read.set(argument.name, text);
	}
	checkTogether(read);
	return read;
};
