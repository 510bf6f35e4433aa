import { startedN8n } from './site';

export default async function stop(): Promise<void> {
	await startedN8n()?.stop();
}
