/** The rules of n8n's own tool, as in its template, for the published source of the checkout. */
import { config } from '@n8n/node-cli/eslint';

export default config;
