import type { IDataObject } from 'n8n-workflow';
import { eventsSignIn } from '../../workshop/editor/signIns';

/** One request with an event, and its response. */
export interface Sent {
	readonly id: string;
	readonly status: number;
	readonly response: IDataObject;
}

const authorization = `Basic ${Buffer.from(`${eventsSignIn.data.user}:${eventsSignIn.data.password}`).toString('base64')}`;
const PARALLEL = 5;

/**
 * Sends an update of a job for each ID, with the sign-in of the sandbox's export adaptor.
 * @param copies identical requests for each ID, sent at the same time
 * @param parallel how many IDs are sent at the same time
 */
export const sendEvents = async (
	address: string,
	ids: readonly string[],
	{ copies = 1, parallel = PARALLEL }: { copies?: number; parallel?: number | undefined } = {},
): Promise<Sent[]> => {
	const queue = [...ids];
	const sent: Sent[] = [];
	const one = async (id: string): Promise<void> => {
		const body = JSON.stringify({ document: 'JmJob', id, idField: 'job_no', type: 'UPDATE', details: [] });
		const response = await fetch(address, { method: 'POST', headers: { authorization, 'Content-Type': 'application/json' }, body });
		sent.push({ id, status: response.status, response: (await response.json()) as IDataObject });
	};
	await Promise.all(
		Array.from({ length: parallel }, async () => {
			for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
				const event = id;
				await Promise.all(Array.from({ length: copies }, async () => await one(event)));
			}
		}),
	);
	return sent;
};

/** The sorted IDs of the requests whose response reports that the event started no execution, e.g. because it is a repeat. */
export const droppedOf = (sent: readonly Sent[]): string[] =>
	sent
		.filter(({ response }) => response.started === false)
		.map(({ id }) => id)
		.sort();

/** `name-0`, `name-1` and so on. */
export const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}`);
