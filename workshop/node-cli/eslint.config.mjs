/** The ESLint rules of `@n8n/node-cli`, configured as in its template, for the published source of this repository. */
import { config } from '@n8n/node-cli/eslint';

export default config;
