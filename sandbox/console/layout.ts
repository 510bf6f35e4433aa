import { html, type Html } from './html';

/** The pages in the navigation. */
const PAGES = [
	['/', 'Overview'],
	['/console/documents', 'Documents'],
	['/console/explorer', 'Explorer'],
	['/console/journal', 'Journal'],
	['/console/faults', 'Faults'],
	['/console/events', 'Events'],
	['/console/state', 'State'],
	['/console/clients', 'Clients'],
] as const;

export type PageAddress = (typeof PAGES)[number][0];

/** Prevents framing, inline scripts and external resources. */
export const CONSOLE_HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
} as const;

/** A complete console page. */
export const page = (title: string, current: PageAddress, content: Html): string =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>${title} - Media Operations Sandbox</title>
				<link rel="stylesheet" href="/console/style.css" />
				<script src="/console/script.js" defer></script>
			</head>
			<body>
				<a class="skip" href="#content">Skip to content</a>
				<header>
					<strong>Media Operations Sandbox</strong>
					<nav aria-label="Console">
						${PAGES.map(([address, label]) =>
							address === current ? html`<a href="${address}" aria-current="page">${label}</a>` : html`<a href="${address}">${label}</a>`,
						)}
					</nav>
				</header>
				<main id="content">
					<h1>${title}</h1>
					${content}
				</main>
			</body>
		</html>`.markup;
