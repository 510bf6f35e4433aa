import type { INode } from 'n8n-workflow';

/** The URL to which a workflow reports each of its items, and the expression for the JSON that it sends. */
export interface Report {
	readonly url: string;
	readonly body: string;
}

/** n8n's node "HTTP Request", which sends each item to the receiver. */
export const reportNode = ({ url, body }: Report): INode => ({
	id: 'report',
	name: 'Report',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	position: [220, 0],
	parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: body, options: {} },
});
