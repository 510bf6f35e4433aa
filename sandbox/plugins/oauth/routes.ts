import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { default as OidcProvider } from 'oidc-provider';
import { HttpError } from '../../documents/httpError';
import { ENTRY, type Journal } from '../journal/journal';
import type { Accounts } from '../signIn/accounts';
import { consentPage, messagePage, PAGE_HEADERS, signInPage } from './pages';
import { INTERACTION_PREFIX, OAUTH_PREFIX, type OAuth } from './provider';

type Interaction = Awaited<ReturnType<OidcProvider['interactionDetails']>>;

const detailsOf = async (provider: OidcProvider, request: FastifyRequest, reply: FastifyReply): Promise<Interaction> => {
	try {
		return await provider.interactionDetails(request.raw, reply.raw);
	} catch {
		throw new HttpError(400, 'This sign-in has ended or belongs to another browser; start again from the application');
	}
};

const clientNameIn = async (provider: OidcProvider, { params }: Interaction): Promise<string> => {
	const id = params.client_id as string;
	return (await provider.Client.find(id))?.clientName ?? id;
};

const missingScopes = ({ prompt }: Interaction): string[] => (prompt.details.missingOIDCScope as string[] | undefined) ?? [];

/** Stores the user's consent, and returns the result that continues the sign-in. */
const consent = async (provider: OidcProvider, interaction: Interaction): Promise<object> => {
	const { grantId, session, params } = interaction;
	const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
	const grant = existing ?? new provider.Grant({ accountId: session?.accountId, clientId: params.client_id as string });
	grant.addOIDCScope(missingScopes(interaction).join(' '));
	return { consent: { grantId: await grant.save() } };
};

const interactionRoutes = async (app: FastifyInstance, { oauth, accounts }: { oauth: OAuth; accounts: Accounts }): Promise<void> => {
	await app.register(formbody);
	app.setErrorHandler((thrown: Error, _request, reply) => {
		if (!(thrown instanceof HttpError)) {
			throw thrown;
		}
		return reply.code(thrown.status).headers(PAGE_HEADERS).send(messagePage('Sign-in failed', thrown.message));
	});

	app.get<{ Params: { uid: string } }>('/:uid', async (request, reply) => {
		const provider = await oauth.provider();
		const interaction = await detailsOf(provider, request, reply);
		const client = await clientNameIn(provider, interaction);
		const address = `${INTERACTION_PREFIX}/${interaction.uid}`;
		const page =
			interaction.prompt.name === 'login' ? signInPage(address, client) : consentPage(address, client, missingScopes(interaction));
		return reply.headers(PAGE_HEADERS).send(page);
	});

	app.post<{ Params: { uid: string }; Body: { action?: string; username?: string; password?: string } | undefined }>(
		'/:uid',
		async (request, reply) => {
			const provider = await oauth.provider();
			const interaction = await detailsOf(provider, request, reply);
			const { action, username = '', password = '' } = request.body ?? {};
			const proceed = async (result: object): Promise<FastifyReply> =>
				reply.redirect(await provider.interactionResult(request.raw, reply.raw, result as never, { mergeWithLastSubmission: true }), 303);

			if (action === 'signIn' && interaction.prompt.name === 'login') {
				const user = accounts.verify(username, password);
				if (user === undefined) {
					const page = signInPage(
						`${INTERACTION_PREFIX}/${interaction.uid}`,
						await clientNameIn(provider, interaction),
						'The user name or password is incorrect.',
					);
					return reply.code(401).headers(PAGE_HEADERS).send(page);
				}
				return await proceed({ login: { accountId: user.name } });
			}
			if (action === 'allow' && interaction.prompt.name === 'consent') {
				return await proceed(await consent(provider, interaction));
			}
			if (action === 'deny') {
				return await proceed({ error: 'access_denied', error_description: 'The user denied access' });
			}
			throw new HttpError(400, 'This form does not match the state of the sign-in; start again from the application');
		},
	);
};

/** Mounts the identity provider at `/oauth`: its endpoints (`/oauth/auth`, `/oauth/token` …) and the sign-in pages. */
export async function oauthRoutes(
	app: FastifyInstance,
	{ oauth, accounts, journal }: { oauth: OAuth; accounts: Accounts; journal: Journal },
): Promise<void> {
	app.server.on('listening', () => {
		const address = app.server.address();
		if (address !== null && typeof address === 'object') {
			const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
			oauth.listensAt(`http://${host}:${address.port}`);
		}
	});
	await app.register(interactionRoutes, { prefix: INTERACTION_PREFIX, oauth, accounts });
	await app.register(async (mounted) => {
		mounted.removeAllContentTypeParsers();
		mounted.addContentTypeParser('*', (_request, _payload, done) => done(null));
		mounted.all(`${OAUTH_PREFIX}/*`, async (request, reply) => {
			const { raw } = request;
			if (request.method === 'POST' && request.url.startsWith(`${OAUTH_PREFIX}/token`)) {
				journal.tokenRequest(raw[ENTRY]);
			}
			const respond = await oauth.requestListener();
			reply.hijack();
			Object.assign(raw, { originalUrl: raw.url });
			raw.url = (raw.url as string).slice(OAUTH_PREFIX.length);
			respond(raw, reply.raw);
		});
	});
}
