/**
 * Hints for the most common errors. An entry matches words in the server's message, which differs between servers, or a network error
 * code. If no entry matches, the general hint for the kind of error is used.
 */
import { HEADERS } from '../catalog';
import type { ApiErrorKind } from './apiError';
import type { WireRequest } from '../model/port';

/** A failed request. */
export interface HintContext {
	readonly kind: ApiErrorKind;
	/** The server's message; empty if there was none. */
	readonly message: string;
	/** The network error code, if there was no response. */
	readonly code?: string | undefined;
	readonly request: Pick<WireRequest, 'method' | 'path' | 'headers'>;
}

interface Entry {
	readonly hint: string;
	/** The hint if the request may have succeeded, including how to check that. */
	readonly ifUncertain?: string;
	readonly kinds: readonly ApiErrorKind[];
	readonly message?: RegExp;
	readonly code?: RegExp;
	readonly fits?: (request: HintContext['request']) => boolean;
}

const VALUES: readonly ApiErrorKind[] = ['refused', 'broken'];
const ON_A_RECORD: Entry['fits'] = ({ path }) => /^\/[^/?]+\/[^/?]+=/.test(path);

const ENTRIES: readonly Entry[] = [
	{
		kinds: VALUES,
		message: /undefined parameter/i,
		hint: "The document cannot be searched by this field. Choose one from the list in the condition. If you turn off 'Validate Query' in the options, the site accepts the field, but it may ignore the condition and return every record",
	},
	{
		kinds: VALUES,
		message: /\b(resultColumns|sort)\b.*(no field|unknown|not found|invalid)/i,
		hint: "Choose the field from the list, which shows the document's fields on this site",
	},
	{
		kinds: VALUES,
		message: /\bdivision/i,
		fits: ({ headers }) => HEADERS.divisionCode.name in headers,
		hint: "Check 'Division Code' in the options and in the credential. The user in the credential needs access to that division",
	},
	{
		kinds: ['forbidden'],
		message: /\bdivision/i,
		hint: "Ask the site administrator for access to that division, or use another 'Division Code' in the options or the credential",
	},
	{
		kinds: VALUES,
		message: /template.*(no record|not found|does not exist|invalid|unknown)|(no record|not found|unknown|invalid).*template/i,
		hint: "Use the number of an existing template. To list the templates, run 'Get Many' for the setup record 'Template'",
	},
	{
		kinds: VALUES,
		message: /attachment type|file (type|extension)|extension .*(not |un)(allowed|known|defined|supported)/i,
		fits: ({ path }) => path.startsWith('/SysAttachment/'),
		hint: "The site derives the attachment type from the file extension. Ask the administrator to define the type on the site, or change the name under 'File Names' in the options",
	},
	{
		kinds: VALUES,
		message:
			/\b(is|was|has been) (void|voided|posted|actualized|approved) already\b|\balready (been )?(void|voided|posted|actualized|approved)\b/i,
		hint: 'An earlier run or someone else has already done it. Check the record; usually, no action is needed',
		ifUncertain:
			'This request may have succeeded, or an earlier run or someone else has already done it. Read the record; usually, no action is needed',
	},
	{
		kinds: VALUES,
		message: /\b(unique|duplicate|already (exists|in use|used|belongs)|belongs to .* already)\b/i,
		hint: "Another record already has this value. To change that record, use 'Create or Update' with this key. Otherwise, use another value",
	},
	{
		kinds: VALUES,
		message:
			/\b(is|are|was|were) (required|mandatory|missing)\b|required (field|value)|cannot be (null|empty|blank)|must (have|be given) a value|insert the value null/i,
		hint: "Enter a value for the field, then run the node again. Required fields are marked with * in 'Fields of the Document'",
	},
	{
		kinds: VALUES,
		message:
			/is (no|not a) (field|sub-table)|unknown (field|column|property|member)|invalid (column|field|property) name|(field|column|property) .*(not found|does not exist)|could not find (member|property)/i,
		hint: "The document does not have this field on this site. It may have been renamed or removed. 'Fields of the Document' shows the available fields",
	},
	{
		kinds: VALUES,
		message: /refers to an? \w+ that does not exist|no such record|foreign key|reference constraint|invalid (code|key|reference)/i,
		hint: "No record on this site has this number or code. Look up the correct one on the site, or choose it from the list that 'Fields of the Document' shows",
	},
	{
		kinds: VALUES,
		message:
			/(takes|must be) (a (whole )?(number|date|text|flag)|'Y' or 'N')|not (in )?a (valid|correct)\b|correct format|(data )?type mismatch|cannot (be )?convert|converting|conversion|invalid cast|could not (be )?(parse|convert)/i,
		hint: "Enter a value of the field's type: a number without a unit, a date such as 2026-01-31T09:00:00Z, or Y or N for a flag",
	},
	{
		kinds: ['notFound', 'refused'],
		message: /key not found|record (was )?not found/i,
		fits: ({ method }) => method === 'PUT',
		hint: "A record that this one belongs or refers to does not exist, or the user in the credential has no access to it. Check the value, such as 'Order Number'",
	},
	{
		kinds: ['notFound', 'refused'],
		message: /key not found|record (was )?not found|no record/i,
		fits: ON_A_RECORD,
		hint: "No record has this key, or the user in the credential has no access to it. Check the value and the key field. 'Create or Update' creates a missing record",
	},
	{
		kinds: ['notFound'],
		message: /(no|unknown) (such )?document|document .*(not found|unknown|does not exist)/i,
		hint: "Check the spelling of 'Document Name'; it is case-sensitive. The site's /ApiDocs page lists all documents",
	},
	{
		kinds: ['notFound'],
		message: /\bdatabase\b|nothing responds|no route|no resource|cannot (get|post|patch|put|delete)/i,
		hint: "Check 'Base URL' in the credential. It must end with /api/v2/database/ and the name of the database",
	},
	{
		kinds: ['unreachable'],
		code: /^(ENOTFOUND|EAI_)/,
		hint: "The host name could not be resolved. Check 'Base URL' in the credential for typos. If the name can be resolved only in your company's network, n8n must run in that network",
	},
	{
		kinds: ['unreachable'],
		code: /^ECONNREFUSED/,
		hint: "The host exists, but nothing is listening on that port. Check 'Base URL' in the credential, especially the port, and whether the site is running",
	},
	{
		kinds: ['insecure'],
		code: /^EPROTO|WRONG_VERSION/,
		hint: "The TLS connection could not be established. Start 'Base URL' in the credential with http:// if the site does not use encryption, otherwise with https://",
	},
	{
		kinds: ['insecure'],
		code: /EXPIRED/,
		hint: "The site's certificate has expired. Ask the administrator to renew it. Until then, turn on 'Ignore SSL Issues' in the credential if you trust the site",
	},
	{
		kinds: ['insecure'],
		code: /SELF_SIGNED|UNABLE_TO|DEPTH_ZERO/,
		hint: "The site's certificate was issued by an authority that n8n does not trust. Add the authority to n8n (NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues' in the credential if you trust the site",
	},
	{
		kinds: ['interrupted'],
		code: /TIMEDOUT/,
		hint: "Run the node again. If this continues, raise 'Timeout' in the options, or request less data at a time: fewer fields, a smaller 'Page Size' or a lower 'Max Concurrent Requests'",
	},
];

const firstEntry = ({ kind, message, code, request }: HintContext): Entry | undefined =>
	ENTRIES.find(
		(entry) =>
			entry.kinds.includes(kind) &&
			(entry.message?.test(message) ?? true) &&
			(entry.code?.test(code ?? '') ?? true) &&
			(entry.fits?.(request) ?? true),
	);

/** The hint of the first matching entry. */
export const specificHint = (context: HintContext): string | undefined => firstEntry(context)?.hint;

/**
 * The first matching entry's hint for a request that may have succeeded; undefined if only the general sentence about uncertainty applies.
 */
export const uncertainHint = (context: HintContext): string | undefined => firstEntry(context)?.ifUncertain;
