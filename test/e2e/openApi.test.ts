/** The sandbox's definitions, checked with the validator of a package that n8n installs. */
import { createRequire } from 'node:module';
import { RELEASES } from '../../core/catalog';
import { sandboxForTests } from '../support/sandboxForTests';
import { OTHER_SITE } from '../../workshop/otherSite';
import { checkout } from '../../workshop/paths';
import type { SandboxSettings } from '../../workshop/sandboxProcess';

interface Validator {
	validate(definition: unknown): { readonly errors?: readonly object[] };
}

const requireFromN8n = createRequire(`${checkout}/workshop/n8n/package.json`);
const { OpenAPISchemaValidator } = requireFromN8n('express-openapi-validator/dist/framework/openapi.schema.validator.js') as {
	OpenAPISchemaValidator: new (options: { version: string; validateApiSpec: boolean }) => Validator;
};
const validator = new OpenAPISchemaValidator({ version: '3.0.3', validateApiSpec: true });

describe.each<[name: string, settings: SandboxSettings]>([
	[RELEASES[0], { release: RELEASES[0] }],
	['the newest release', {}],
	['a site with a profile', { siteProfile: { ...OTHER_SITE, signIn: { headerName: 'X-Token' } } }],
])('/openapi.json of %s', (_name, settings) => {
	const sandbox = sandboxForTests(settings);

	it('is valid OpenAPI 3.0', async () => {
		const definition = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as { paths: object };
		expect(validator.validate(definition).errors ?? []).toEqual([]);
	});

	it('is rejected by the validator if one part is invalid', async () => {
		const definition = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as { paths: Record<string, object> };
		const broken = { ...definition, paths: { ...definition.paths, '/Broken': { get: { parameters: [{ name: 'x' }] } } } };
		expect(validator.validate(broken).errors?.length).toBeGreaterThan(0);
	});
});
