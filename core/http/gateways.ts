/**
 * What proxies, gateways and load balancers say when the server behind them does not answer. The table decides whether a call that
 * must happen once is sent again, so it lists only answers that the product's documentation or source shows to precede forwarding.
 */
import type { Answer } from '../model/port';
import { bodyText } from '../wire/reason';

/** An answer by which an intermediary shows whether it has forwarded the call. */
export interface GatewaySign {
	readonly product: string;
	readonly statuses: readonly number[];
	/** Header names in lower case, with what their value must match. */
	readonly header?: readonly [name: string, value: RegExp];
	readonly text?: RegExp;
	/** `notForwarded`: the site never got the call. `forwarded`: it can have, whatever else the answer contains. */
	readonly shows: 'notForwarded' | 'forwarded';
	/** Documentation or source file of the product. */
	readonly source: string;
}

/** Words that any intermediary uses for a server that broke off after the call was forwarded. */
const BROKEN_UPSTREAM = /connection (?:termination|(?:was )?(?:reset|closed|terminated|aborted|lost))|remote reset|local reset|timed?[ -]?out|bad gateway|gateway time|prematurely closed|before headers|invalid response (?:was received )?from|end of file|broken pipe/i;

/** Statuses inside a body by which an intermediary reports what it met. */
const INNER_STATUS = /"(?:code|status|statusCode|errorCode)"\s*:\s*"?(?:408|499|5\d\d)\b/i;

/** Whether the reason in a 2xx answer can come from an intermediary that had forwarded the call. */
export const isFromIntermediary = ({ body }: Answer): boolean => {
	const text = bodyText(body);
	return BROKEN_UPSTREAM.test(text) || INNER_STATUS.test(text);
};
