/**
 * How to get unstuck, for the commonest ways to go wrong. The server says in its own words what is wrong; servers word it differently, so each
 * entry looks for the words that have to be in it. What no entry fits gets the general hint of its kind.
 */
import { HEADERS } from '../catalog';
import type { ApiErrorKind } from './apiError';
import type { WireRequest } from '../model/port';

/** What is known of a call that went wrong. */
export interface HintContext {
	readonly kind: ApiErrorKind;
	/** The server's own words; empty where it had none. */
	readonly message: string;
	/** The code of the transport, where no answer came. */
	readonly code?: string;
	readonly request: Pick<WireRequest, 'method' | 'path' | 'headers'>;
}

interface Entry {
	readonly hint: string;
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
		hint: "The document cannot be searched by that field. Choose one from the list of the condition. With 'Validate Query' switched off in the options the site lets it pass, but it may overlook the condition then and find every record",
	},
	{
		kinds: VALUES,
		message: /\b(resultColumns|sort)\b.*(no field|unknown|not found|invalid)/i,
		hint: 'Choose the field from the list: it shows those that the document has on this site',
	},
	{
		kinds: VALUES,
		message: /\bdivision/i,
		fits: ({ headers }) => HEADERS.divisionCode.name in headers,
		hint: "Check 'Division Code' in the options of the node and in the credential; the user of the credential needs access to that division",
	},
	{
		kinds: ['forbidden'],
		message: /\bdivision/i,
		hint: "Ask the administrator of the site for access to that division, or take another 'Division Code' in the options of the node and in the credential",
	},
	{
		kinds: VALUES,
		message: /template.*(no record|not found|does not exist|invalid|unknown)|(no record|not found|unknown|invalid).*template/i,
		hint: "Use the number of an existing template: 'Get Many' of the resource 'Template' lists them",
	},
	{
		kinds: VALUES,
		message: /attachment type|file (type|extension)|extension .*(not |un)(allowed|known|defined|supported)/i,
		fits: ({ path }) => path.startsWith('/SysAttachment/'),
		hint: "The site goes by the extension of the file name. Have that type of attachment defined on the site, or give the file another name under 'File Names' in the options",
	},
	{
		kinds: VALUES,
		message:
			/\b(is|was|has been) (void|voided|posted|actualized|approved) already\b|\balready (been )?(void|voided|posted|actualized|approved)\b/i,
		hint: 'It was done before, by an earlier run or by someone else. Look at the record; usually nothing more needs to be done',
	},
	{
		kinds: VALUES,
		message: /\b(unique|duplicate|already (exists|in use|used|belongs)|belongs to .* already)\b/i,
		hint: "Another record has this value already. 'Create or Update' by that key changes the record that has it; otherwise use another value",
	},
	{
		kinds: VALUES,
		message:
			/\b(is|are|was|were) (required|mandatory|missing)\b|required (field|value)|cannot be (null|empty|blank)|must (have|be given) a value|insert the value null/i,
		hint: 'Give that field a value, then run it again. Fields that a create needs are marked as required among the fields of the document',
	},
	{
		kinds: VALUES,
		message:
			/is (no|not a) (field|sub-table)|unknown (field|column|property|member)|invalid (column|field|property) name|(field|column|property) .*(not found|does not exist)|could not find (member|property)/i,
		hint: "The document has no such field on this site; it may have been renamed or removed. 'Fields of the Document' shows those that it has",
	},
	{
		kinds: VALUES,
		message: /names no record|no such record|foreign key|reference constraint|invalid (code|key|reference)/i,
		hint: "No record of this site has that number or code. Choose it from the list under 'Fields of the Document', or look it up first",
	},
	{
		kinds: VALUES,
		message:
			/(takes|must be) (a (whole )?(number|date|text|flag)|'Y' or 'N')|not (in )?a (valid|correct)\b|correct format|(data )?type mismatch|cannot (be )?convert|converting|conversion|invalid cast|could not (be )?(parse|convert)/i,
		hint: 'Give a value of the type that the field has: a number without unit, a date such as 2026-01-31T09:00:00Z, Y or N for a flag',
	},
	{
		kinds: ['notFound', 'refused'],
		message: /key not found|record (was )?not found/i,
		fits: ({ method }) => method === 'PUT',
		hint: "Create or Update would have made the record itself: what is not there, or hidden from the user of the credential, is another one that it belongs to or names. Check that value, such as 'Order Number'",
	},
	{
		kinds: ['notFound', 'refused'],
		message: /key not found|record (was )?not found|no record/i,
		fits: ON_A_RECORD,
		hint: "No record has this key, or the user of the credential may not see it. Check the value, and by which field it is looked up; 'Create or Update' makes a record that is not there yet",
	},
	{
		kinds: ['notFound'],
		message: /(no|unknown) (such )?document|document .*(not found|unknown|does not exist)/i,
		hint: "Check 'Document Name', capital letters too: the page /ApiDocs of the site lists all documents",
	},
	{
		kinds: ['notFound'],
		message: /\bdatabase\b|nothing answers|no route|no resource|cannot (get|post|patch|put|delete)/i,
		hint: "Check 'Base URL' in the credential: it ends with /api/v2/database/ and the name of the database",
	},
	{
		kinds: ['unreachable'],
		code: /^(ENOTFOUND|EAI_)/,
		hint: "Check 'Base URL' in the credential for a slip, since no machine is known by that name. A name that only your company knows needs n8n to run in its network",
	},
	{
		kinds: ['unreachable'],
		code: /^ECONNREFUSED/,
		hint: "Check 'Base URL' in the credential, its port above all, and whether the site is up: the machine is there, but nothing listens at that port",
	},
	{
		kinds: ['insecure'],
		code: /^EPROTO|WRONG_VERSION/,
		hint: "No secure connection could be agreed upon. If the site answers without encryption, 'Base URL' of the credential begins with http://, else with https://",
	},
	{
		kinds: ['insecure'],
		code: /EXPIRED/,
		hint: "The certificate of the site has run out: have its administrator renew it. Until then 'Ignore SSL Issues' in the credential lets you connect, if you trust the site",
	},
	{
		kinds: ['insecure'],
		code: /SELF_SIGNED|UNABLE_TO|DEPTH_ZERO/,
		hint: "The certificate of the site was issued by an authority that n8n does not know. Have that authority made known to n8n (NODE_EXTRA_CA_CERTS), or switch on 'Ignore SSL Issues' in the credential if you trust the site",
	},
	{
		kinds: ['interrupted'],
		code: /TIMEDOUT/,
		hint: "Run it again. If this continues, raise 'Timeout' in the options, or request less per call: fewer fields, a smaller 'Page Size', fewer 'Max Concurrent Requests'",
	},
];

/** What to do about it; undefined where only the general hint of its kind fits. */
export const specificHint = ({ kind, message, code, request }: HintContext): string | undefined =>
	ENTRIES.find(
		(entry) =>
			entry.kinds.includes(kind) &&
			(entry.message?.test(message) ?? true) &&
			(entry.code?.test(code ?? '') ?? true) &&
			(entry.fits?.(request) ?? true),
	)?.hint;
