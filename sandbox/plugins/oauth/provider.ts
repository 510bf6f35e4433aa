import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Configuration, KoaContextWithOIDC, default as OidcProvider } from 'oidc-provider';
import type { ApiUser } from '../../documents/user';
import type { Clock } from '../clock';
import type { Accounts } from '../signIn/accounts';
import type { ReadToken } from '../signIn/signIn';
import type { Lifetimes } from '../lifetimes';
import { API_SCOPE, clientsFor, isBrowserClient, isRedirectAllowed, needsPkce, SCOPES, SERVICE_CLIENT } from './clients';
import { messagePage, PAGE_HEADERS } from './pages';
import { type Errors, requireScope } from './scope';
import { TokenStore } from './tokenStore';

const DAY_SECONDS = 24 * 3600;
/** A consent lasts longer than any token, because a refresh token expires when the consent does. */
const CONSENT_SECONDS = 1_000 * 365 * DAY_SECONDS;
/** The path prefix of the identity provider and of the URLs in its discovery document. */
export const OAUTH_PREFIX = '/oauth';
export const INTERACTION_PREFIX = `${OAUTH_PREFIX}/interaction`;

const SIGNING_ALGORITHM = 'ES256';

const signingKey = (): object => ({
	...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
	use: 'sig',
	alg: SIGNING_ALGORITHM,
});

export interface OAuthParts {
	readonly accounts: Accounts;
	readonly lifetimes: Lifetimes;
	readonly clock: Clock;
	readonly redirectUris: readonly string[];
	/** The user of tokens from client credentials. */
	readonly serviceUser: ApiUser;
	/** Called after tokens are revoked. */
	readonly onRevoked: () => void;
}

const configurationFor = ({ accounts, lifetimes, redirectUris }: OAuthParts, store: TokenStore, errors: Errors): Configuration => ({
	adapter: store.adapterFor,
	clients: clientsFor(redirectUris),
	clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
	scopes: SCOPES,
	// The library checks this parameter too, but ignores unknown scopes.
	extraParams: { scope: (context) => requireScope(errors, context) },
	claims: { openid: ['sub'] },
	responseTypes: ['code'],
	jwks: { keys: [signingKey()] },
	cookies: { keys: [randomBytes(32).toString('base64url')] },
	clientBasedCORS: () => false,
	features: {
		clientCredentials: { enabled: true },
		devInteractions: { enabled: false },
		rpInitiatedLogout: { enabled: false },
		userinfo: { enabled: false },
	},
	findAccount: (_context, id) => (accounts.named(id) === undefined ? undefined : { accountId: id, claims: () => ({ sub: id }) }),
	interactions: { url: (_context, interaction) => `${INTERACTION_PREFIX}/${interaction.uid}` },
	pkce: { required: (_context, client) => needsPkce(client.clientId) },
	issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
	rotateRefreshToken: () => lifetimes.rotateRefresh,
	ttl: {
		AccessToken: () => lifetimes.accessSeconds,
		ClientCredentials: () => lifetimes.accessSeconds,
		RefreshToken: () => lifetimes.refreshSeconds,
		AuthorizationCode: 60,
		IdToken: () => lifetimes.accessSeconds,
		Interaction: 3600,
		Session: DAY_SECONDS,
		Grant: CONSENT_SECONDS,
	},
	renderError: (context, { error, error_description: description }) => {
		context.set(PAGE_HEADERS);
		context.body = messagePage(
			'Sign-in failed',
			`${description ?? error}. Check the OAuth settings of the application that sent you here.`,
		);
	},
});

/**
 * The identity provider in this process (specification: Authentication, OAuth 2.0). Its large library is loaded when the first request
 * needs it.
 */
export class OAuth {
	readonly store: TokenStore;
	private issuer: string | undefined;
	private loading: Promise<OidcProvider> | undefined;
	private listener: RequestListener | undefined;

	constructor(private readonly parts: OAuthParts) {
		this.store = new TokenStore(parts.onRevoked);
	}

	/** Sets the origin of the provider's URLs, such as `http://127.0.0.1:4010`. */
	listensAt(origin: string): void {
		this.issuer ??= `${origin}${OAUTH_PREFIX}`;
	}

	async provider(): Promise<OidcProvider> {
		if (this.issuer === undefined) {
			throw new Error('OAuth is only available while the sandbox is listening');
		}
		this.loading ??= this.load(this.issuer);
		return await this.loading;
	}

	/** The handler of the identity provider; it expects paths without {@link OAUTH_PREFIX}. */
	async requestListener(): Promise<RequestListener> {
		this.listener ??= (await this.provider()).callback();
		return this.listener;
	}

	private async load(issuer: string): Promise<OidcProvider> {
		const { Provider, errors } = await import('oidc-provider');
		const provider = new Provider(issuer, configurationFor(this.parts, this.store, errors));
		const { redirectUris } = this.parts;
		const Client = provider.Client as unknown as { prototype: { clientId: string; redirectUriAllowed(address: string): boolean } };
		Client.prototype.redirectUriAllowed = function redirectUriAllowed(address) {
			return isBrowserClient(this.clientId) && isRedirectAllowed(address, redirectUris);
		};
		const { save } = provider.ClientCredentials.prototype;
		provider.ClientCredentials.prototype.save = async function saveKnown(...given) {
			requireScope(errors, Provider.ctx as KoaContextWithOIDC, true);
			return await save.apply(this, given);
		};
		provider.on('server_error', (_context, thrown) => console.error('OAuth:', thrown));
		return provider;
	}

	/** Reads an access token of either flow. */
	readonly read = async (token: string): Promise<ReadToken | undefined> => {
		const provider = await this.provider();
		const found =
			(await provider.AccessToken.find(token, { ignoreExpiration: true })) ??
			(await provider.ClientCredentials.find(token, { ignoreExpiration: true }));
		if (found === undefined) {
			return undefined;
		}
		const expiresAt = (found.exp as number) * 1000;
		if (expiresAt <= this.parts.clock.now()) {
			return { refused: 'The token has expired; request a new one' };
		}
		if (!(found.scope ?? '').split(' ').includes(API_SCOPE)) {
			return { refused: `The token was requested without the scope '${API_SCOPE}'`, tooNarrow: true };
		}
		const { accounts } = this.parts;
		const user =
			'accountId' in found ? accounts.named(found.accountId) : found.clientId === SERVICE_CLIENT.id ? this.parts.serviceUser : undefined;
		return user === undefined ? undefined : { user, expiresAt };
	};
}
