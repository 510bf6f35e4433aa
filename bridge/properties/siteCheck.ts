import type { INodeProperties } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { optionsCollection, requestOptions } from './requestOptions';
import { PANEL_DOCUMENTS } from './panelResources';
import { byName } from './choices';
import { SITE_RESOURCE } from './resource';

/** The documents that a check can read: the documents of the node that have a list. */
export const CHECKED_DOCUMENTS: readonly DocumentEntry[] = PANEL_DOCUMENTS.filter(
	({ list, verbs }) => list !== undefined && verbs.includes('list'),
);

/** The options of a site check. */
export const siteCheckProperties: INodeProperties[] = [
	optionsCollection(
		[
			...requestOptions.filter(({ name }) => ['divisionCode', 'extraHeaders', 'extraParameters'].includes(name)),
			{
				displayName: 'Documents',
				name: 'checkedDocuments',
				type: 'multiOptions',
				default: [],
				options: CHECKED_DOCUMENTS.map(({ label, resource }) => ({ name: label, value: resource })).sort(byName),
				description: 'The documents to check. Leave empty to check all of them.',
			},
			{
				displayName: 'Include Site Details',
				name: 'includeDetails',
				type: 'boolean',
				default: false,
				description:
					"Whether the findings and the report contain the site's URL, record values and server messages. Keep such a report private.",
			},
		],
		{ show: { resource: [SITE_RESOURCE], operation: ['check'] } },
	),
];
