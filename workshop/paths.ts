import path from 'node:path';

/** The checkout. */
export const checkout = path.resolve(__dirname, '..');

/** Everything that the workshop makes and git ignores: homes of n8n, logs, the packed package. */
export const stateFolder = path.join(checkout, '.workshop');

/** The private package that holds the real n8n. */
export const n8nPackage = path.join(__dirname, 'n8n');

/** A path inside the checkout as people write it: relative to where they stand. */
export const shown = (file: string): string => path.relative(process.cwd(), file) || '.';
