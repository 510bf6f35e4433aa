import { parse } from 'yaml';
import { example, knownToN8n, read, readElsewhere } from './support/deployFiles';

describe('deploy/helm-values.yaml', () => {
	const values = parse(read('helm-values.yaml')) as {
		image: { repository: string; tag: string };
		taskRunners: { image: { tag: string } };
		extraVolumes: Array<{ name: string }>;
		extraVolumeMounts: Array<{ name: string; mountPath: string }>;
		extraInitContainers: Array<{ image: string; command: string[]; volumeMounts: object[] }>;
		config: { extraEnv: Array<{ name: string; value: string }> };
		lifecycle: { worker: { terminationGracePeriodSeconds: number } };
	};

	it('uses the n8n version from .env.example, for the task runners too', () => {
		expect([values.image.tag, values.taskRunners.image.tag]).toEqual([example.N8N_VERSION, example.N8N_VERSION]);
	});

	it("copies the nodes from the image into a separate volume, because the chart's volume hides their folder", () => {
		const [{ name, mountPath } = { name: '', mountPath: '' }] = values.extraVolumeMounts;
		expect([name, mountPath]).toEqual([values.extraVolumes[0]?.name, '/home/node/.n8n/nodes']);
		const [copy] = values.extraInitContainers;
		expect(copy).toMatchObject({
			image: `${values.image.repository}:${values.image.tag}`,
			command: ['sh', '-c', `cp -r /opt/media-operations/nodes/. ${mountPath}/`],
			volumeMounts: values.extraVolumeMounts,
		});
		expect(read('Dockerfile')).toContain('/nodes /opt/media-operations/nodes');
	});

	it('sets only variables that n8n reads, as strings, and lets a worker finish', () => {
		const known = knownToN8n();
		const { extraEnv } = values.config;
		expect(extraEnv.filter(({ name }) => !known.has(name) && !readElsewhere.includes(name))).toEqual([]);
		expect(extraEnv.every(({ value }) => typeof value === 'string')).toBe(true);
		const limit = Number(extraEnv.find(({ name }) => name === 'N8N_GRACEFUL_SHUTDOWN_TIMEOUT')?.value);
		expect(values.lifecycle.worker.terminationGracePeriodSeconds).toBeGreaterThan(limit);
	});
});
