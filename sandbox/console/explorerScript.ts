/** Starts Swagger UI on the explorer page, in the system's theme and with the sandbox's sign-in. */
export const EXPLORER_SCRIPT = `'use strict';
const place = document.getElementById('explorer');
const { definition, user, password, client, secret } = place.dataset;
const style = document.createElement('link');
style.rel = 'stylesheet';
style.href = '/console/explorer/swagger-ui.css';
document.head.prepend(style);

const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setTheme);
setTheme();

const ui = SwaggerUIBundle({
	domNode: place,
	url: definition,
	docExpansion: 'list',
	defaultModelsExpandDepth: -1,
	displayRequestDuration: true,
	tryItOutEnabled: true,
	validatorUrl: null,
	onComplete: () => {
		if (password !== '') ui.preauthorizeBasic('basic', user, password);
		ui.initOAuth({ clientId: client, clientSecret: secret, scopes: 'api' });
	},
});
`;
