import { DOCUMENTS } from '../../core/catalog';

describe('The catalogue', () => {
	const maintenance = DOCUMENTS.filter(({ kind }) => kind === 'maintenance');

	it.each(maintenance.map((entry) => [entry.name, entry] as const))(
		'lets %s be read, changed and put, as the specification says of all maintenance documents',
		(_name, { list, verbs }) => {
			expect(verbs).toEqual(expect.arrayContaining(['get', 'update', 'upsert', ...(list === undefined ? [] : ['list', 'updateMany'])]));
		},
	);
});
