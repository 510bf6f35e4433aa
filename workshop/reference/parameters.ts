/** `docs/reference/parameters.md`: every string that the editor shows for the nodes and credentials, from their descriptions. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { PackageTypes } from '../engine/packageTypes';

export const PARAMETERS_PAGE = 'docs/reference/parameters.md';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const text = (entry: object, name: string): string => {
	const value = (entry as Readonly<Record<string, unknown>>)[name];
	return typeof value === 'string' ? oneLine(value) : '';
};

const labelOf = (entry: Entry): string => oneLine('displayName' in entry ? entry.displayName : entry.name);

/** The strings of a parameter on one line: label, name, description, hint, placeholder, action. */
const lineOf = (entry: Entry): string => {
	const name = 'displayName' in entry ? ` (\`${entry.name}\`)` : '';
	const details = [
		text(entry, 'description'),
		...['hint', 'placeholder', 'action'].flatMap((part) => (text(entry, part) === '' ? [] : [`${part}: ${text(entry, part)}`])),
	].filter((each) => each !== '');
	return `**${labelOf(entry)}**${name}${details.length === 0 ? '' : `: ${details.join(' · ')}`}`;
};

/** The list that n8n shows in a resource mapper to choose the field to match. Its label and strings are options of the mapper. */
const fieldToMatchOf = ({ typeOptions }: INodeProperties): Entry[] => {
	const labels = typeOptions?.resourceMapper?.matchingFieldsLabels;
	return labels === undefined ? [] : [{ name: labels.title ?? '', value: '', ...labels }];
};

const partsOf = (entry: Entry): readonly Entry[] => {
	if ('values' in entry) return entry.values;
	if (!('displayName' in entry)) return [];
	if (entry.type === 'resourceMapper') return fieldToMatchOf(entry);
	const parts = 'modes' in entry && entry.modes ? (entry.modes as unknown as readonly Entry[]) : [];
	return [...parts, ...('options' in entry && entry.options ? (entry.options as readonly Entry[]) : [])];
};

const linesOf = (entry: Entry, indent: string): string[] => [
	`${indent}- ${lineOf(entry)}`,
	...partsOf(entry).flatMap((part) => linesOf(part, `${indent}  `)),
];

/** A parameter that is defined several times, with different conditions, is listed once. */
const sectionOf = (title: string, description: string, properties: readonly INodeProperties[]): string => {
	const blocks = new Set(properties.filter(({ type }) => type !== 'hidden').map((property) => linesOf(property, '').join('\n')));
	return `## ${title}\n\n${description === '' ? '' : `${oneLine(description)}\n\n`}${[...blocks].join('\n')}`;
};

export const parametersPage = ({ nodes, credentials }: PackageTypes): string => {
	const sections = [
		...[...nodes.values()].map(({ description }) => sectionOf(description.displayName, description.description, description.properties)),
		...[...credentials.values()].map(({ displayName, properties }) => sectionOf(displayName, '', properties)),
	];
	return `# Parameters

All parameter texts, by node and credential: label, internal name, description, hint, placeholder and action. Hidden fields are omitted.
\`npm run reference\` writes this page.

${sections.join('\n\n')}
`;
};
