import path from 'node:path';

export const checkout = path.resolve(__dirname, '..');

/** Everything that the dev tooling creates and git ignores: home folders of n8n, logs, the packed package. */
export const stateFolder = path.join(checkout, '.workshop');

/** The private package that contains the real n8n. */
export const n8nPackage = path.join(__dirname, 'n8n');

/** A path inside the checkout, relative to the current folder. */
export const shown = (file: string): string => path.relative(process.cwd(), file) || '.';
