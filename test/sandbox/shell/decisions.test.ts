/** DECISIONS.md lists the settings that a site profile can change. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProfileSchema, SITE_PROFILE_SCHEMA } from '../../../core/catalog';

const TEXT = readFileSync(path.resolve(__dirname, '../../../sandbox/DECISIONS.md'), 'utf8');
const FORMAT = ['$schema', 'version'];

/** The settings of a profile, such as `lists.query`, with their schemas. */
const settingsOf = (schema: ProfileSchema, prefix = ''): ReadonlyArray<readonly [name: string, schema: ProfileSchema]> => {
	const { properties = {}, additionalProperties = false } = schema;
	const named = Object.entries(properties).flatMap(([name, part]) => settingsOf(part, `${prefix}.${name}`));
	const others = additionalProperties === false ? [] : settingsOf(additionalProperties, `${prefix}.*`);
	return schema.type === 'object' ? [...named, ...others] : [[prefix.slice(1), schema]];
};
const SETTINGS = new Map(settingsOf(SITE_PROFILE_SCHEMA).filter(([name]) => !FORMAT.includes(name)));

const [, section = ''] = /^\| Undocumented choice \| Setting of the profile \| Default \|$(.*?)\n\n/ms.exec(TEXT) ?? [];
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);
const ROWS = section
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
	.map((line) => {
		const [, , settings = '', defaults = ''] = line.split(' | ').length === 3 ? ['', ...line.split(' | ')] : [];
		return { settings: codesIn(settings), defaults: codesIn(defaults) };
	});

test('DECISIONS.md lists every setting of a profile exactly once', () => {
	expect(ROWS.flatMap(({ settings }) => settings).sort()).toEqual([...SETTINGS.keys()].sort());
});

test('DECISIONS.md states the same defaults as the schema', () => {
	const wrong = ROWS.flatMap(({ settings, defaults }) =>
		settings.flatMap((name, index) => {
			const value = SETTINGS.get(name)?.default;
			const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
			return isText && value !== '' && defaults[index] !== String(value) ? [[name, value, defaults[index]]] : [];
		}),
	);
	expect(wrong).toEqual([]);
});
