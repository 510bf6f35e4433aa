/** The definitions of the sandbox, checked with the validator of a package that n8n installs. */
import { createRequire } from 'node:module';
import { RELEASES } from '../../core/catalog';
import { sandboxForTests } from '../support/sandboxForTests';
import { checkout } from '../../workshop/paths';

interface Validator {
	validate(definition: unknown): { readonly errors?: readonly object[] };
}

const requireFromN8n = createRequire(`${checkout}/workshop/n8n/package.json`);
const { OpenAPISchemaValidator } = requireFromN8n('express-openapi-validator/dist/framework/openapi.schema.validator.js') as {
	OpenAPISchemaValidator: new (options: { version: string; validateApiSpec: boolean }) => Validator;
};
const validator = new OpenAPISchemaValidator({ version: '3.0.3', validateApiSpec: true });

describe.each([RELEASES[0], RELEASES.at(-1) as (typeof RELEASES)[number]])('/openapi.json of %s', (release) => {
	const sandbox = sandboxForTests({ release });

	it('is valid OpenAPI 3.0', async () => {
		const definition = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as { paths: object };
		expect(validator.validate(definition).errors ?? []).toEqual([]);
	});

	it('would be rejected with an invalid part', async () => {
		const definition = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as { paths: Record<string, object> };
		const broken = { ...definition, paths: { ...definition.paths, '/Broken': { get: { parameters: [{ name: 'x' }] } } } };
		expect(validator.validate(broken).errors?.length).toBeGreaterThan(0);
	});
});
