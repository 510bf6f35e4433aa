/** The rules of n8n's own tool, as its template has them; they are applied to the published source of the checkout. */
import { config } from '@n8n/node-cli/eslint';

export default config;
