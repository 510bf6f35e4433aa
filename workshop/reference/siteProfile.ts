/** The JSON schema of a site profile. */
import { SITE_PROFILE_SCHEMA } from '../../core/catalog';

/** The schema file is published with the documentation. Editors find it through the `$schema` property of a profile. */
export const SCHEMA_FILE = 'docs/reference/site-profile.schema.json';

export const schemaText = (): string =>
	`${JSON.stringify(
		{
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			$id: `https://raw.githubusercontent.com/media-operations/n8n-nodes-media-operations/main/${SCHEMA_FILE}`,
			title: 'Site profile',
			...SITE_PROFILE_SCHEMA,
		},
		null,
		'\t',
	)}\n`;
