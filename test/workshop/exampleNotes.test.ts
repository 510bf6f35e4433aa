import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleNames } from '../../workshop/editor/workflows';
import { checkout } from '../../workshop/paths';
import { EXAMPLES_PAGE, examplesPage } from '../../workshop/reference/examples';

const readme = readFileSync(path.join(checkout, EXAMPLES_PAGE), 'utf8');
const [overview = ''] = readme.split('## The examples in detail');

describe('The examples page', () => {
	it('matches the output of npm run reference, which copies the notes of all examples', () => {
		expect(readme).toBe(examplesPage());
	});

	it.each(exampleNames())('lists %s under a department', (name) => {
		expect(overview).toContain(`| [${name.slice(0, 2)}](${name}.json) |`);
	});

	it.each(exampleNames())('shows %s on the canvas in both themes', (name) => {
		for (const theme of ['light', 'dark']) {
			const picture = `docs/pictures/example-${name.slice(0, 2)}-${theme}.png`;
			expect(readme).toContain(`../${picture}"`);
			expect(existsSync(path.join(checkout, picture))).toBe(true);
		}
	});

	it('describes what an example needs', () => {
		const [, details = ''] = readme.split('### [17 ');
		expect(details.split('\n### ')[0]).toContain(
			'**What it needs:** a credential for your site; an event trigger in the system; an n8n URL that the caller can reach; the HTTP API of your service.',
		);
	});
});
