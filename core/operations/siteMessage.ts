import type { DocumentRef } from '../model/documentRef';
import type { OnNotice } from '../model/notice';
import type { Row } from '../model/terms';

/** A name that the row does not have yet, because a key on a site can also be named `site_message`. */
const unusedName = (row: Row): string => {
	let name = 'site_message';
	for (let number = 2; name in row; number += 1) name = `site_message_${number}`;
	return name;
};

/**
 * Reports the `message` in the response envelope of a change (specification: Response envelopes), and returns a function that adds the
 * message to an output row as `site_message`. Without a message, nothing is reported, and the function returns the row unchanged.
 */
export const siteMessage = (
	{ message }: { readonly message?: string | undefined },
	{ name: document }: DocumentRef,
	onNotice: OnNotice,
): ((row: Row) => Row) => {
	if (message === undefined) return (row) => row;
	onNotice({ name: 'siteMessage', text: `Message from the site for '${document}': ${message}` });
	return (row) => ({ ...row, [unusedName(row)]: message });
};
