/** Writes `docs/reference/interface.md`: `npm run reference`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { loadPackage } from '../engine/packageTypes';
import { checkout } from '../paths';
import { PAGE, referencePage } from './page';

const nodes = new Map([...loadPackage('sources').nodes].map(([name, { description }]) => [name, description]));
const file = path.join(checkout, PAGE);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, referencePage(nodes));
process.stdout.write(`${PAGE}\n`);
