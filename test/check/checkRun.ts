/** Runs the site check in n8n's engine. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { SiteProfile } from '../../core/catalog';
import type { Engine } from '../../workshop/engine/engine';
import { SIGN_IN_TYPES, type SignIn } from '../support/signInTypes';

export interface Checked {
	readonly findings: readonly Record<string, string>[];
	readonly profile: SiteProfile;
	readonly html: string;
	readonly markdown: string;
}

const textOf = async (file: IBinaryData | undefined): Promise<string> =>
	(await Container.get(BinaryDataService).getAsBuffer(file!)).toString('utf8');

export const runCheck = async (
	engine: Engine,
	credential: ICredentialDataDecryptedObject,
	{ authentication = 'basic', options = {} }: { readonly authentication?: SignIn; readonly options?: INodeParameters } = {},
): Promise<Checked> => {
	const { error, output } = await engine.run({
		node: 'mediaOperations',
		parameters: { authentication, resource: 'site', operation: 'check', options },
		credentials: { [SIGN_IN_TYPES[authentication]]: credential },
	});
	expect(error).toBeNull();
	const [items = []] = output;
	const { markdown, profile, report } = items[0]!.binary!;
	return {
		findings: items.map(({ json }) => json as Record<string, string>),
		profile: JSON.parse(await textOf(profile)) as SiteProfile,
		html: await textOf(report),
		markdown: await textOf(markdown),
	};
};

/** The findings that are not `ok`. */
export const differences = ({ findings }: Checked): string[] =>
	findings.filter(({ severity }) => severity !== 'ok').map(({ topic, found }) => `${topic}: ${found}`);
