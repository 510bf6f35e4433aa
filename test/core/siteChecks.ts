import { NEWEST_RELEASE } from '../../core/catalog';
import { checkSite, type CheckParts, type SiteCheck } from '../../core/check';

/** Checks a site that is on the newest release and responds as `send` does. The site's clock does not advance. */
export const checkWith = async ({ send, ...more }: Pick<CheckParts, 'send' | 'entries'> & Partial<CheckParts>): Promise<SiteCheck> =>
	await checkSite({
		send,
		sendDefinition: send,
		now: () => 0,
		release: NEWEST_RELEASE,
		baseUrlLength: 60,
		connection: { isEncrypted: true, isLocal: false, ignoresCertificate: false },
		signIn: { method: 'basic' },
		...more,
	});
