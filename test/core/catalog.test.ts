import { DOCUMENTS } from '../../core/catalog';

describe('The catalog', () => {
	const maintenance = DOCUMENTS.filter(({ kind }) => kind === 'maintenance');

	it.each(maintenance.map((entry) => [entry.name, entry] as const))(
		'allows GET, PATCH and PUT for %s, as the specification states for all maintenance documents',
		(_name, { list, verbs }) => {
			expect(verbs).toEqual(expect.arrayContaining(['get', 'update', 'upsert', ...(list === undefined ? [] : ['list', 'updateMany'])]));
		},
	);
});
