import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleNames, readExample } from '../../workshop/editor/workflows';
import { checkout } from '../../workshop/paths';

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const readme = readFileSync(path.join(checkout, 'examples/README.md'), 'utf8');
const sections = new Map(
	readme
		.split('\n### ')
		.slice(1)
		.map((section) => [/\]\((.+)\.json\)/.exec(section)?.[1], section]),
);

describe('The examples page', () => {
	it('describes every example, and no other', () => {
		expect([...sections.keys()]).toEqual(exampleNames());
	});

	it.each(exampleNames())('repeats the canvas note of %s', (name) => {
		const { name: title, nodes } = readExample(name);
		const [note = ''] = nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => String(parameters.content));
		expect(inOneLine(sections.get(name) ?? '')).toBe(inOneLine(note.replace(`## ${title}`, `[${title}](${name}.json)`)));
	});

	it.each(exampleNames())('lists %s in its table', (name) => {
		expect(readme).toContain(`| [${name.slice(0, 2)}](${name}.json) |`);
	});
});
