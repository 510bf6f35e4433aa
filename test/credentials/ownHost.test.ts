import * as n8nWorkflow from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';

import type * as ownHost from '../../bridge/site/ownHost';
import { ownHostProperties } from '../../bridge/site/ownHost';
import { engineForTests } from '../support/engineForTests';

const TYPE = 'mediaOperationsOAuth2Api';
const engine = engineForTests();
const named = (properties: readonly INodeProperties[], wanted: string): INodeProperties | undefined =>
	properties.find(({ name }) => name === wanted);

describe('The host of the OAuth 2 credential in the HTTP Request node', () => {
	it.each([
		['https://Media.Example.com/api/v2/database/LIVE', 'Media.Example.com'],
		['  http://127.0.0.1:8080/api/v2/database/LIVE', '127.0.0.1'],
		['https://[::1]:8443/api/v2/database/LIVE', '[::1]'],
		['https://media.example.com?x=https://other.example', 'media.example.com'],
		['https://media.example.com@other.example/', 'media.example.com'],
		['media.example.com/api', ''],
		['', ''],
	])('for the base URL %j is %j', (baseUrl, host) => {
		expect(engine.credentials.withDefaults(TYPE, { baseUrl })).toMatchObject({
			allowedHttpRequestDomains: 'domains',
			allowedDomains: host,
		});
	});

	it('is hidden in the editor, so that nobody can clear it', () => {
		const properties = engine.credentials.getCredentialsProperties(TYPE);
		for (const name of ['allowedHttpRequestDomains', 'allowedDomains']) expect(named(properties, name)?.type).toBe('hidden');
		expect(named(properties, 'useInHttpRequest')).toBeUndefined();
	});

	const { getCredentialAllowedDomains: _, ...older } = n8nWorkflow;
	const ignore = (): void => undefined;
	const copy = { ...n8nWorkflow, LoggerProxy: { ...n8nWorkflow.LoggerProxy, error: ignore, warn: ignore } };
	it.each([
		['a version of n8n that does not check each request', older as typeof n8nWorkflow],
		['an n8n installation with a different copy of n8n-workflow', copy],
	])('is blocked by default if the package runs in %s, and allowed if a switch is on', (_title, workflow) => {
		const properties = ownHostProperties(workflow);
		expect(named(properties, 'useInHttpRequest')).toMatchObject({ type: 'boolean', default: false });
		expect(named(properties, 'allowedHttpRequestDomains')).toMatchObject({
			type: 'hidden',
			default: "={{ $self['useInHttpRequest'] ? 'domains' : 'none' }}",
		});
	});

	it('is also blocked by default if a second copy of n8n-workflow is installed with the package', () => {
		jest.isolateModules(() => {
			const { ownHostProperties: loadedWithCopy } = require('../../bridge/site/ownHost') as typeof ownHost;
			expect(named(loadedWithCopy(), 'useInHttpRequest')).toBeDefined();
		});
		expect(named(ownHostProperties(), 'useInHttpRequest')).toBeUndefined();
	});
});
