/** Runs the nodes in the same way on any site, with a credential for that site: read, list, query, write and attach. */
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { SiteProfile } from '../../core/catalog';
import type { Engine, NodeOutcome } from '../../workshop/engine/engine';

type Json = Record<string, unknown>;

/** A credential for a site with this profile. */
export const credentialFor = (baseUrl: string, profile?: SiteProfile): ICredentialDataDecryptedObject => ({
	baseUrl,
	username: 'demo',
	password: 'demo',
	advancedSettings: true,
	...(profile === undefined ? {} : { siteProfile: JSON.stringify(profile) }),
});

const rows = ({ output, error }: NodeOutcome): Json[] => {
	if (error !== null) throw new Error(`${error.message} ${error.description ?? ''}`);
	return output[0]!.map(({ json }) => json);
};

/** The instant of a date in any format that a site returns. */
const momentOf = (date: unknown): string => {
	const milliseconds = /^\/Date\((\d+)\)\/$/.exec(String(date))?.[1] ?? date;
	return new Date(/^\d+$/.test(String(milliseconds)) ? Number(milliseconds) : String(milliseconds)).toISOString();
};

/** The results of the script. They are the same on every site with a correct profile. */
export interface ScriptResult {
	readonly got: Json;
	readonly listed: readonly unknown[];
	readonly sorted: readonly unknown[];
	readonly found: readonly unknown[];
	/** The date on which each batch was posted; null for a batch that was not posted. */
	readonly posted: readonly unknown[];
	readonly upserted: readonly unknown[];
	readonly stored: Json;
	readonly attached: readonly unknown[];
}

/** Runs the script. Throws the first error of a node. */
export const runSiteScript = async (
	engine: Engine,
	credential: ICredentialDataDecryptedObject,
	signIn: { readonly authentication: 'basic' | 'jwt'; readonly type: string } = {
		authentication: 'basic',
		type: 'mediaOperationsBasicApi',
	},
): Promise<ScriptResult> => {
	const run = async (node: string, parameters: INodeParameters, binary?: string): Promise<Json[]> =>
		rows(
			await engine.run({
				node,
				parameters: { authentication: signIn.authentication, ...parameters },
				credentials: { [signIn.type]: credential },
				...(binary === undefined
					? {}
					: {
							input: [
								{
									json: {},
									binary: { data: { data: Buffer.from(binary).toString('base64'), mimeType: 'text/plain', fileName: 'note.txt' } },
								},
							],
						}),
			}),
		);
	const job = async (operation: string, parameters: INodeParameters): Promise<Json[]> =>
		await run('mediaOperations', { resource: 'job', operation, ...parameters });
	const by = (mode: string, value: string | number): INodeParameters => ({ record: { __rl: true, mode, value } as never });

	const [got = {}] = await job('get', { ...by('job_no', 342) });
	const listed = await job('getMany', { returnAll: true });
	const sorted = await job('getMany', {
		returnAll: false,
		limit: 5,
		sort: { by: [{ fieldName: 'job_desc', direction: 'desc' }] },
	});
	const found = await job('getMany', {
		returnAll: true,
		conditions: { conditions: [{ field: 'active', operator: 'equals', value: 'Y' }] } as never,
		queryMode: 'json',
		queryJson: '{"active":"Y","job_no":{"$in":[1,2,3,4,5,6,7,8,9,10,11,12]}}',
	});
	const batches = await run('mediaOperations', { resource: 'timeCardBatch', operation: 'getMany', returnAll: true });
	const upsert = async (description: string): Promise<Json[]> =>
		await job('upsert', {
			...by('external_key', 'SITE-SCRIPT'),
			fieldsMode: 'json',
			fieldsJson: JSON.stringify({ job_desc: description, cust_id: '32', active: 'Y', job_type_no: 1 }),
		});
	const upserted = [...(await upsert('First')), ...(await upsert('Second'))];
	const [stored = {}] = await job('get', { ...by('external_key', 'SITE-SCRIPT') });
	const attached = await run(
		'mediaOperationsUploadAttachment',
		{ record: { __rl: true, mode: 'wo_no_seq', value: '100-1' } as never },
		'A note',
	);
	return {
		got: {
			...got,
			date_added: momentOf(got.date_added),
			date_changed: momentOf(got.date_changed),
		},
		listed: listed.map(({ job_no: number }) => Number(number)),
		sorted: sorted.map(({ job_desc: description }) => description),
		found: found.map(({ job_no: number }) => Number(number)).sort(),
		posted: batches.map(({ date_posted: date }) => (date === null || date === undefined ? date : momentOf(date))),
		upserted: upserted.map(({ created }) => created),
		stored: { job_desc: stored.job_desc, cust_id: stored.cust_id, active: stored.active },
		attached: attached.map(({ file_name: name }) => name),
	};
};
