import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { searchDocumentNames } from '../../bridge/panel/documentSearch';
import { loadOptions } from '../../bridge/panel/panelLists';
import { recentDocuments, rememberDocument } from '../../bridge/run/recentDocuments';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const sandbox = sandboxForTests();
const other = sandboxForTests();

const ANY = { authentication: 'basic', resource: 'anyDocument', operation: 'get' };
const named = (value: string): INodeParameters => ({ documentName: { __rl: true, mode: 'name', value } as never });
const credentials = ({ apiUrl }: { apiUrl: string } = sandbox) => ({
	mediaOperationsBasicApi: { baseUrl: apiUrl, username: 'demo', password: 'demo' },
});
const panel = async (parameters: INodeParameters, of = credentials(), node = 'mediaOperations') =>
	await panelContext(engine, { node, parameters: { ...ANY, ...parameters }, credentials: of });
const search = async (filter?: string, of = credentials()): Promise<INodeListSearchResult> =>
	await searchDocumentNames.call(await panel({}, of), filter);
const run = async (parameters: INodeParameters): Promise<unknown> =>
	(
		await engine.run({
			node: 'mediaOperations',
			parameters: { ...ANY, limit: 1, ...parameters },
			credentials: credentials(),
			input: [{ json: {} }],
		})
	).error;

describe("The 'Document Name' list", () => {
	it('offers documents from successful runs and documents whose definition the editor has read, newest first', async () => {
		await loadOptions.getKeys.call(await panel(named('JmRateCard')));
		await loadOptions.getKeys.call(await panel(named('JmNothing')));
		expect((await search()).results).toEqual([{ name: 'Rate Card (JmRateCard)', value: 'JmRateCard' }]);

		expect(await run({ ...named('JmPhaseList'), operation: 'getMany' })).toBeNull();
		expect(await run({ ...named('JmNowhere'), operation: 'getMany' })).not.toBeNull();
		expect(
			await run({
				...named('LibTitle'),
				operation: 'create',
				options: { preview: true },
				table: 'lib_title',
				fieldsMode: 'json',
				fieldsJson: '{"a": 1}',
			}),
		).toBeNull();
		expect((await search()).results.map(({ value }) => value)).toEqual(['JmPhase', 'JmRateCard']);

		await loadOptions.getKeys.call(await panel(named('JmRateCard')));
		expect((await search()).results.map(({ value }) => value)).toEqual(['JmRateCard', 'JmPhase']);
	});

	it('finds a document by part of its name or label, also in the poll trigger', async () => {
		expect((await search('phase')).results.map(({ value }) => value)).toEqual(['JmPhase']);
		expect((await search('rate card')).results.map(({ value }) => value)).toEqual(['JmRateCard']);
		expect((await search('job')).results).toEqual([]);
		const { listSearch } = engine.types.nodes.get('mediaOperationsPollTrigger')!.methods!;
		const inTrigger = await listSearch!.searchDocumentNames!.call(await panel({}, credentials(), 'mediaOperationsPollTrigger'), 'phase');
		expect(inTrigger.results).toHaveLength(1);
	});

	it('is empty for another site and without a credential', async () => {
		expect((await search('', credentials(other))).results).toEqual([]);
		expect((await searchDocumentNames.call(await panel({}, {} as never))).results).toEqual([]);
	});

	it('keeps the 20 newest names for each site, and the 50 newest sites', () => {
		for (let number = 1; number <= 25; number += 1) rememberDocument('https://a', `Doc${number}`);
		expect(recentDocuments('https://a')).toHaveLength(20);
		expect(recentDocuments('https://a')[0]).toBe('Doc25');
		for (let number = 1; number <= 50; number += 1) rememberDocument(`https://b${number}`, 'JmJob');
		expect(recentDocuments('https://a')).toEqual([]);
		expect(recentDocuments('https://b1')).toEqual(['JmJob']);
	});
});
