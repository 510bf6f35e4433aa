/** The schemas of an OpenAPI definition, with their references and compositions resolved. */
import { isRow } from '../wire/values';
import { DefinitionError } from './yamlScalars';

export type Part = Readonly<Record<string, unknown>>;

/** The maximum length of a chain of references. */
const MAX_CHAIN = 20;
/**
 * The maximum number of schemas and properties to read. A large definition has far fewer, but schemas that refer to each other can grow
 * exponentially.
 */
const MAX_STEPS = 1_000_000;

/** A schema with its references and compositions resolved. */
export interface Schema {
	readonly type?: string | undefined;
	readonly format?: string | undefined;
	readonly title?: string | undefined;
	readonly description?: string | undefined;
	readonly readOnly: boolean;
	readonly choices: readonly unknown[];
	readonly required: readonly string[];
	readonly properties: ReadonlyMap<string, unknown>;
	readonly items?: unknown;
}

export const EMPTY: Schema = { readOnly: false, choices: [], required: [], properties: new Map() };
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const entriesOf = (value: unknown): (readonly [string, unknown])[] =>
	isRow(value) ? Object.entries(value).filter(([name]) => name !== '__proto__') : [];

/** Resolves schemas within one definition. */
export class Schemas {
	private steps = 0;

	constructor(private readonly root: Part) {}

	/** Throws {@link DefinitionError} if the definition requires too many steps. */
	count(steps: number): void {
		this.steps += steps;
		if (this.steps > MAX_STEPS) throw new DefinitionError('The definition contains too many references to itself');
	}

	of(part: unknown, chain = 0): Schema {
		this.count(1);
		if (!isRow(part) || chain > MAX_CHAIN) return EMPTY;
		const target = textOf(part.$ref);
		if (target !== undefined) return this.of(this.at(target), chain + 1);
		const parts = [...arrayOf(part.allOf), ...arrayOf(part.oneOf), ...arrayOf(part.anyOf)].map((each) => this.of(each, chain + 1));
		const own: Schema = {
			type: textOf(part.type),
			format: textOf(part.format),
			title: textOf(part.title),
			description: textOf(part.description),
			readOnly: part.readOnly === true,
			choices: arrayOf(part.enum).filter((choice) => choice !== null),
			required: arrayOf(part.required).filter((name): name is string => typeof name === 'string'),
			properties: new Map(entriesOf(part.properties)),
			items: part.items,
		};
		this.count(own.properties.size + own.choices.length + own.required.length);
		return parts.reduce((one, other) => {
			this.count(one.properties.size + other.properties.size + one.required.length + other.required.length);
			return merged(one, other);
		}, own);
	}

	/** The schema at a reference such as `#/components/schemas/jm_job_get`; undefined if it is outside the definition. */
	private at(reference: string): unknown {
		if (!reference.startsWith('#/')) return undefined;
		return reference
			.slice(2)
			.split('/')
			.reduce<unknown>((value, step) => (isRow(value) ? value[decoded(step)] : undefined), this.root);
	}

	/** The JSON schemas of a request or response. */
	bodies(part: unknown): Schema[] {
		const target = isRow(part) ? textOf(part.$ref) : undefined;
		const resolved = target === undefined ? part : this.at(target);
		if (!isRow(resolved)) return [];
		return entriesOf(resolved.content)
			.filter(([type]) => /json|^\*\/\*$/i.test(type))
			.map(([, content]) => this.of(isRow(content) ? content.schema : undefined));
	}
}

const decoded = (step: string): string =>
	step
		.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/~1/g, '/')
		.replace(/~0/g, '~');

const merged = (one: Schema, other: Schema): Schema => ({
	type: one.type ?? other.type,
	format: one.format ?? other.format,
	title: one.title ?? other.title,
	description: one.description ?? other.description,
	readOnly: one.readOnly || other.readOnly,
	choices: one.choices.length > 0 ? one.choices : other.choices,
	required: [...one.required, ...other.required],
	properties: new Map([...one.properties, ...[...other.properties].filter(([name]) => !one.properties.has(name))]),
	items: one.items ?? other.items,
});
