/** Checks the site of the credential, and returns the findings with a report and the recommended profile as files. */
import type { IBinaryKeyData } from 'n8n-workflow';

import { LIST_NAMES, SITE_PROFILE_VERSION } from '../../core/catalog';
import { byImportance, checkSite, htmlReport, markdownReport } from '../../core/check';
import type { Row } from '../../core/model/terms';
import { createSend } from '../http/transport';
import type { ItemWork } from './runItems';
import type { ItemReading } from './runNode';

export const siteCheckWork = ({ connection, context }: ItemReading): ItemWork => {
	const files = new WeakMap<Row, IBinaryKeyData>();
	const run: ItemWork['run'] = async function* () {
		const { baseUrl, profile, release } = connection;
		// The documented format, so that the check sees how the site differs from it. The sign-in reads the credential itself.
		const plain = { ...connection, profile: { version: SITE_PROFILE_VERSION }, listNames: LIST_NAMES } as const;
		const check = await checkSite({
			send: createSend(context, plain),
			now: Date.now,
			release,
			baseUrlLength: baseUrl.length,
			...(profile.signIn === undefined ? {} : { signIn: profile.signIn }),
		});
		const text = JSON.stringify(check.profile, null, '\t');
		const file = async (content: string, name: string, type: string) =>
			await context.helpers.prepareBinaryData(Buffer.from(content, 'utf8'), name, type);
		const rows = byImportance(check.findings).map((finding): Row => ({ ...finding }));
		const [first] = rows;
		if (first !== undefined)
			files.set(first, {
				report: await file(htmlReport(check.findings, text), 'site-check.html', 'text/html'),
				markdown: await file(markdownReport(check.findings, text), 'site-check.md', 'text/markdown'),
				profile: await file(text, 'site-profile.json', 'application/json'),
			});
		yield rows;
	};
	return { changes: false, exclusive: true, run, binary: (row) => files.get(row) };
};
