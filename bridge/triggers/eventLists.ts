import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { documentByName } from '../../core/catalog';
import { anyDocument } from '../../core/operations';
import type { Row } from '../../core/model/terms';
import { fieldsIn } from '../panel/panelLists';
import { isRow, listOf, textOf } from '../run/params';
import { knownTable, siteTable, type SiteTable } from '../panel/schema';

/** The names of the documents that start the workflow, except expressions. */
const chosenDocuments = (context: ILoadOptionsFunctions): string[] => {
	const { documents, settings }: Row = context.getCurrentNodeParameters() ?? {};
	const given = [documents, isRow(settings) ? settings.otherDocuments : ''].flatMap((value) =>
		typeof value === 'string' && value.startsWith('=') ? [] : listOf(value),
	);
	return [
		...new Set(
			given
				.map(textOf)
				.filter((name) => name !== '')
				.map((name) => anyDocument({ name }).name),
		),
	];
};

/** Without 'Fetch Record', the trigger has no credential for the API, so it cannot read a definition. */
const tableOf = async (context: ILoadOptionsFunctions, name: string): Promise<SiteTable> => {
	const entry = documentByName(name);
	const { fetchRecord } = context.getCurrentNodeParameters() ?? {};
	return fetchRecord === true
		? await siteTable(context, { name, entry })
		: knownTable(entry, "Turn on 'Fetch Record' and choose a credential to see all fields of your site");
};

/** The fields of the chosen documents, or a note to choose documents first. */
export async function getEventFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = chosenDocuments(this);
	if (names.length === 0)
		return [
			{
				name: '[Choose Documents First]',
				value: '',
				description: "This list shows the fields of the documents that you choose in 'Documents'",
			},
		];
	return fieldsIn(await Promise.all(names.map(async (name) => await tableOf(this, name))));
}
