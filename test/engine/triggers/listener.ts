import { startWebhook, type TriggerNode, type WebhookServer } from '../../../workshop/engine/triggers';
import { engineForTests } from '../../support/engineForTests';

type Listen = (trigger: Omit<TriggerNode, 'node'>, more?: Parameters<typeof startWebhook>[2]) => Promise<WebhookServer>;

/** Opens webhooks of the event trigger for the tests of a file. Each is closed after its test, which fails if the node threw an error. */
export const listener = (): Listen => {
	const engine = engineForTests();
	const servers: WebhookServer[] = [];
	afterEach(async () => {
		const opened = servers.splice(0);
		for (const { close } of opened) await close();
		expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
	});
	return async (trigger, more) => {
		const server = await startWebhook(engine, { node: 'mediaOperationsTrigger', ...trigger }, more);
		servers.push(server);
		return server;
	};
};
