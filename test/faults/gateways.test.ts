/** Gateways between n8n and the site: a create must never be sent again if the gateway may have forwarded it. */
import { engineForTests } from '../support/engineForTests';
import { CREATE_JOB, jobRun } from '../support/jobRun';
import { GATEWAY_RESPONSES } from './gatewayResponses';
import { proxiedSiteForTests } from './proxiedSite';

const engine = engineForTests();
const site = proxiedSiteForTests();

const create = async () => {
	const { error, output } = await engine.run(jobRun({ baseUrl: site.baseUrl }, CREATE_JOB));
	return { created: site.received.length, row: output[0]?.[0]?.json, description: error?.description ?? '' };
};

describe('If a gateway forwards a create and then responds with', () => {
	it.each(GATEWAY_RESPONSES.filter(({ forwarded }) => forwarded))(
		'"$name", the create is uncertain and sent only once',
		async ({ status, headers, body }) => {
			site.behavior = () => ({ forward: true, status, headers, body });
			expect(await create()).toMatchObject({
				created: 1,
				row: undefined,
				description: expect.stringMatching(/[Tt]he request may have succeeded/),
			});
		},
	);
});

describe('If a gateway does not forward a create and responds with', () => {
	it.each(GATEWAY_RESPONSES.filter(({ forwarded, permanent }) => !forwarded && !permanent))(
		'"$name", the create is sent again and succeeds once',
		async ({ status, headers, body }) => {
			site.behavior = (number) => (number === 1 ? { forward: false, status, headers, body } : 'pass');
			expect(await create()).toMatchObject({ created: 1, row: { job_no: 12 }, description: '' });
		},
	);

	it.each(GATEWAY_RESPONSES.filter(({ forwarded, permanent }, index) => !forwarded && (permanent || index < 8)))(
		'"$name" to every attempt, the create is reported as not done',
		async ({ status, headers, body }) => {
			site.behavior = () => ({ forward: false, status, headers, body });
			const outcome = await create();
			expect([outcome.created, outcome.description === '']).toEqual([0, false]);
			expect(outcome.description).not.toContain('may have succeeded');
		},
	);
});

it.each([
	'Envoy',
	'Istio',
	'nginx',
	'HAProxy',
	'Traefik',
	'Apache',
	'IIS',
	'AWS ALB',
	'AWS API Gateway',
	'Azure Application Gateway',
	'Azure Front Door',
	'Azure API Management',
	'Cloudflare',
	'Kong',
])('%s is among the tested gateways', (product) => {
	expect(GATEWAY_RESPONSES.some(({ name }) => name.startsWith(product))).toBe(true);
});
