import { withEntities } from '../plugins/responses';

/** Markup that is safe to insert into a page. */
export class Html {
	constructor(readonly markup: string) {}
}

type Insert = Html | string | number | null | undefined | readonly Insert[];

const markupOf = (value: Insert): string => {
	if (value instanceof Html) {
		return value.markup;
	}
	return Array.isArray(value) ? value.map(markupOf).join('') : withEntities(String((value as string | number | null | undefined) ?? ''));
};

/** Markup in which every inserted value is escaped, unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly Insert[]): Html =>
	new Html(parts.map((part, index) => (index === 0 ? part : markupOf(values[index - 1]) + part)).join(''));

/** A string that can be copied with a button. */
export const copyable = (text: string): Html =>
	html`<code>${text}</code> <button type="button" class="copy" data-copy="${text}" aria-label="Copy ${text}">Copy</button>`;

/** A button that sends a console action with hidden values. */
export const action = (name: string, label: string, values: Readonly<Record<string, string | number>> = {}): Html =>
	html`<form method="post" action="/console/actions/${name}" class="inline">
		${Object.entries(values).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
		<button>${label}</button>
	</form>`;

/** A labeled field of a form. */
export const field = (label: string, control: Html): Html => html`<label>${label} ${control}</label>`;

/** A table with headings. `empty` is shown instead of a table without rows, unless the table has an ID. */
export const table = (headings: readonly string[], rows: readonly Html[], empty: string, id = ''): Html =>
	rows.length === 0 && id === ''
		? html`<p class="note">${empty}</p>`
		: html`<div class="scroll">
				<table>
					<thead>
						<tr>
							${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
						</tr>
					</thead>
					<tbody id="${id}">
						${rows}
					</tbody>
				</table>
			</div>`;
