import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chosenField } from '../../bridge/properties/fieldKinds';
import { checkout } from '../../workshop/paths';

interface Example {
	readonly nodes: readonly { readonly parameters: { readonly conditions?: { readonly condition?: readonly { fieldName: string }[] } } }[];
}

const folder = path.join(checkout, 'examples');

describe('The conditions in the examples', () => {
	it('use field values that the list in the editor offers, because the editor marks any other value as an error', () => {
		const fields = readdirSync(folder)
			.filter((name) => name.endsWith('.json'))
			.flatMap((name) => {
				const { nodes } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Example;
				return nodes.flatMap(({ parameters }) =>
					(parameters.conditions?.condition ?? []).map(({ fieldName }) => [name, fieldName] as const),
				);
			});
		expect(fields.length).toBeGreaterThan(10);
		expect(fields.filter(([, fieldName]) => chosenField(fieldName).kind === undefined)).toEqual([]);
	});
});
