import type { ICredentialDataDecryptedObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Engine, NodeOutcome } from '../../workshop/engine/engine';
import type { Recorded, Recorder } from './recorder';
import type { NodeCall, Row } from './row';
import { siteOf } from './sites';
import { BASE } from './wire';

const SIGN_INS: Readonly<
	Record<
		NonNullable<Row['signIn']>,
		{ readonly authentication: string; readonly type: string; readonly data: (origin: string) => ICredentialDataDecryptedObject }
	>
> = {
	basic: { authentication: 'basic', type: 'mediaOperationsBasicApi', data: () => ({ username: 'demo', password: 'demo' }) },
	limited: { authentication: 'basic', type: 'mediaOperationsBasicApi', data: () => ({ username: 'limited', password: 'limited' }) },
	jwt: { authentication: 'jwt', type: 'mediaOperationsJwtApi', data: () => ({ username: 'demo', password: 'demo' }) },
	oAuth2: {
		authentication: 'oAuth2',
		type: 'mediaOperationsOAuth2Api',
		data: (origin) => ({
			grantType: 'clientCredentials',
			accessTokenUrl: `${origin}/oauth/token`,
			clientId: 'media-operations-service',
			clientSecret: 'media-operations-service-secret',
			requestedScope: 'api',
		}),
	},
};

const itemsOf = (input: NodeCall['input'] = [{ json: {} }]): INodeExecutionData[] =>
	input.map(({ json, files = {} }) => ({
		json: json as never,
		...(Object.keys(files).length === 0
			? {}
			: {
					binary: Object.fromEntries(
						Object.entries(files).map(([field, { fileName, contentType, content }]) => [
							field,
							{ data: Buffer.from(content).toString('base64'), fileName, mimeType: contentType },
						]),
					),
				}),
	}));

export type ComposedRow = Row & { readonly node: NodeCall };
interface Sent {
	readonly recorded: Recorded[];
	readonly outcome: NodeOutcome;
}

/** Runs a row's node in n8n's engine against the sandbox for the row's release; returns the sent requests and the node's output. */
export const composeRow = async (engine: Engine, row: ComposedRow): Promise<Sent> =>
	await sendRow(engine, row, (await siteOf(row)).recorder);

/** Runs a row's node against any server that records its requests. */
export const sendRow = async (
	engine: Engine,
	{ node, release, signIn = 'basic' }: ComposedRow,
	recorder: Pick<Recorder, 'origin' | 'recorded'>,
): Promise<Sent> => {
	const { authentication, type, data } = SIGN_INS[signIn];
	recorder.recorded.length = 0;
	const outcome = await engine.run({
		node: node.node,
		parameters: { authentication, ...node.parameters } as INodeParameters,
		credentials: {
			[type]: {
				baseUrl: `${recorder.origin}${BASE}`,
				...(release === undefined ? {} : { release }),
				...data(recorder.origin),
				...node.credential,
			} as ICredentialDataDecryptedObject,
		},
		input: itemsOf(node.input),
	});
	return { recorded: [...recorder.recorded], outcome };
};
