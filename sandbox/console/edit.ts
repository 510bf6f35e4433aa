import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CONTENT_TYPES, type SiteProfile } from '../../core/catalog';
import { plainValue, recordAddress } from '../clients/requests';
import { withoutEntities } from '../plugins/responses';
import { asSiteRequest } from '../profile/outgoing';
import type { RecordJson } from '../query/recordReader';
import type { DocumentView, FieldView } from '../storage/tables';
import { field, html, type Html } from './html';

const USER_AGENT = 'Media Operations Sandbox console';
const TIMEOUT_MS = 30_000;
/** The hidden field with the values that the form showed. It is used to send only changed fields. */
const SHOWN = '_shown';

type Form = Readonly<Record<string, string>>;

const isEditable = (document: DocumentView, { name, readOnly, shownFrom, dropDown, fromParent }: FieldView): boolean =>
	!readOnly && !shownFrom && !dropDown?.isMultiSelect && !fromParent && name !== document.root.key;

const textOf = (record: RecordJson, name: string): string => String(plainValue(record[name]) ?? '');

const input = ({ name, type }: FieldView, text: string): Html =>
	type === 'flag'
		? html`<select name="${name}">
				${['', 'Y', 'N'].map((value) => html`<option ${value === text ? 'selected' : ''}>${value}</option>`)}
			</select>`
		: html`<input name="${name}" value="${text}" />`;

/** A form with the fields of a record that can be changed. */
export const editForm = (document: DocumentView, record: RecordJson): Html => {
	if (!document.entry.verbs.includes('update')) {
		return html``;
	}
	const fields = document.root.fields.filter((each) => isEditable(document, each));
	const shown = Object.fromEntries(fields.map(({ name }) => [name, textOf(record, name)]));
	return html`<h2>Edit</h2>
		<p class="note">Sends the changed fields in a PATCH, signed in as the sandbox's user. An empty field becomes null.</p>
		<form method="post">
			<input type="hidden" name="${SHOWN}" value="${JSON.stringify(shown)}" />
			${fields.map((each) => field(`${each.label} (${each.name})`, input(each, shown[each.name] ?? '')))}
			<button>Save changes</button>
		</form>`;
};

const shownIn = (form: Form): Form => {
	try {
		return JSON.parse(form[SHOWN] ?? '') as Form;
	} catch {
		return {};
	}
};

/** The operations for the fields whose value differs from the one that the form showed. */
const operationsOf = (document: DocumentView, form: Form): object[] => {
	const shown = shownIn(form);
	return document.root.fields
		.filter((each) => isEditable(document, each) && form[each.name] !== undefined && form[each.name] !== (shown[each.name] ?? ''))
		.map(({ name }) => ({ op: 'replace', path: name, value: form[name] === '' ? null : form[name] }));
};

const ownOrigin = (app: FastifyInstance): string => {
	const { address, port } = app.server.address() as AddressInfo;
	const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const errorIn = (status: number, text: string): string => {
	try {
		const { error } = JSON.parse(text) as { error: unknown };
		return typeof error === 'string' ? withoutEntities(error) : text;
	} catch {
		return `${status}: ${text}`;
	}
};

export interface SavingParts {
	readonly apiPath: string;
	readonly user: string;
	readonly password: string;
	readonly profile: SiteProfile | undefined;
}

/**
 * Changes a record with a request to the API, so that the usual checks and faults apply and the journal shows it.
 * @returns an error message, or undefined on success
 */
export const saveRecord = async (
	app: FastifyInstance,
	{ apiPath, user, password, profile }: SavingParts,
	document: DocumentView,
	record: RecordJson,
	form: Form,
): Promise<string | undefined> => {
	const operations = operationsOf(document, form);
	if (operations.length === 0) {
		return undefined;
	}
	const { path, body } = asSiteRequest({ path: recordAddress(document, record), body: operations }, document.name, profile);
	try {
		const response = await fetch(`${ownOrigin(app)}${apiPath}${path}`, {
			method: 'PATCH',
			headers: {
				Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
				'Content-Type': CONTENT_TYPES.json,
				'User-Agent': USER_AGENT,
			},
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const text = await response.text();
		return response.ok ? undefined : errorIn(response.status, text);
	} catch (error) {
		return `No response: ${(error as Error).message}. The change may have succeeded. The record below shows the current state`;
	}
};
