import { withEntities } from '../responses';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(22rem, 90vw); padding: 2rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: .75rem; }
h1 { font-size: 1.25rem; margin: 0 0 1rem; }
label { display: block; margin: 1rem 0 .25rem; }
input { width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
button { margin: 1.25rem .5rem 0 0; padding: .5rem 1.25rem; font: inherit; cursor: pointer; }
.refused { color: light-dark(#a00, #f88); }
.note { font-size: .875rem; opacity: .75; }`;

const page = (title: string, body: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${withEntities(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${withEntities(title)}</h1>${body}</main></body></html>
`;

/** Prevents framing, scripts and external resources. */
export const PAGE_HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
	'cache-control': 'no-store',
} as const;

/** Asks for the user name and the password. `refused` is the error of the previous attempt. */
export const signInPage = (address: string, client: string, refused?: string): string =>
	page(
		'Sign in to Media Operations',
		`<p>${withEntities(client)} asks you to sign in.</p>${refused === undefined ? '' : `<p class="refused" role="alert">${withEntities(refused)}</p>`}
<form method="post" action="${withEntities(address)}">
<label for="username">User</label><input id="username" name="username" autocomplete="username" required autofocus>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button name="action" value="signIn">Sign in</button></form>
<p class="note">This is a sandbox on your machine.</p>`,
	);

/** Asks the user whether the client can act on their behalf. */
export const consentPage = (address: string, client: string, scopes: readonly string[]): string =>
	page(
		'Allow access?',
		`<p>${withEntities(client)} requests access to Media Operations on your behalf${scopes.length === 0 ? '' : ` (${withEntities(scopes.join(', '))})`}.</p>
<form method="post" action="${withEntities(address)}">
<button name="action" value="allow" autofocus>Allow</button><button name="action" value="deny">Deny</button></form>`,
	);

/** A page with only a message. */
export const messagePage = (title: string, text: string): string => page(title, `<p>${withEntities(text)}</p>`);
