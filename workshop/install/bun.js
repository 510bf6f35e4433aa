/**
 * Downloads a set with Bun. The newest n8n has 250,000 files, for which npm takes minutes and Bun takes seconds.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { environment, npmSettings, run } = require('./programs.js');

const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/**
 * The lock file without the addresses of packages in the public registry. Bun would use these addresses. Without them, it uses the user's
 * own registry, as npm does.
 */
function withoutAddresses(lock) {
	for (const entry of Object.values(lock.packages)) if (entry.resolved?.startsWith(PUBLIC_REGISTRY)) delete entry.resolved;
	return lock;
}

/** The environment for Bun: its cache is inside the checkout, and it uses the proxies in npm's settings. */
function bunEnvironment(stateFolder, { proxy, 'https-proxy': httpsProxy, noproxy }) {
	const exceptions = (noproxy ?? []).join(',');
	return {
		...environment(stateFolder),
		BUN_INSTALL_CACHE_DIR: path.join(stateFolder, 'bun', 'cache'),
		DO_NOT_TRACK: '1',
		...(proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } : {}),
		...(httpsProxy ? { HTTPS_PROXY: httpsProxy } : {}),
		...(exceptions ? { NO_PROXY: exceptions } : {}),
	};
}

/**
 * Downloads the packages in a set's lock file, and checks their checksums. Installs them next to the cache first, so that the set never has
 * an incomplete node_modules. Rejects with Bun's last message.
 * @param bun the set that contains Bun
 */
async function downloadWithBun(set, stateFolder, bun) {
	const folder = path.join(stateFolder, 'bun', path.basename(set.folder));
	const clear = () => fs.rmSync(folder, { recursive: true, force: true });
	clear();
	fs.mkdirSync(folder, { recursive: true });
	fs.copyFileSync(path.join(set.folder, 'package.json'), path.join(folder, 'package.json'));
	const lock = JSON.parse(fs.readFileSync(path.join(set.folder, 'package-lock.json'), 'utf8'));
	fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(withoutAddresses(lock)));
	const settings = npmSettings(set.folder, stateFolder);
	try {
		await run(
			path.join(bun.folder, 'node_modules', 'bun', 'bin', 'bun.exe'),
			[
				'install',
				'--frozen-lockfile',
				'--ignore-scripts',
				'--no-progress',
				'--no-summary',
				`--registry=${settings.registry}`,
				...(settings.cafile ? [`--cafile=${settings.cafile}`] : []),
			],
			{ folder, env: bunEnvironment(stateFolder, settings), doing: `installing ${set.title} from the lock file` },
		);
		const installed = path.join(set.folder, 'node_modules');
		fs.rmSync(installed, { recursive: true, force: true });
		fs.renameSync(path.join(folder, 'node_modules'), installed);
	} finally {
		clear();
	}
}

module.exports = { downloadWithBun };
