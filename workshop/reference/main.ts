/** Writes the pages of `docs/reference/`, and the details in `examples/README.md`: `npm run reference`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { loadPackage } from '../engine/packageTypes';
import { checkout } from '../paths';
import { EXAMPLES_PAGE, examplesPage } from './examples';
import { MESSAGES_PAGE, messagesPage } from './messages';
import { PAGE, referencePage } from './page';
import { PARAMETERS_PAGE, parametersPage } from './parameters';
import { SCHEMA_FILE, schemaText } from './siteProfile';

const types = loadPackage('sources');
const pages = {
	[PAGE]: referencePage(new Map([...types.nodes].map(([name, { description }]) => [name, description]))),
	[MESSAGES_PAGE]: messagesPage(),
	[PARAMETERS_PAGE]: parametersPage(types),
	[EXAMPLES_PAGE]: examplesPage(),
	[SCHEMA_FILE]: schemaText(),
};
for (const [page, text] of Object.entries(pages)) {
	const file = path.join(checkout, page);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
	process.stdout.write(`${page}\n`);
}
