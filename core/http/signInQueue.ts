/** Sends requests one at a time until the site has checked the password, so that it receives a wrong password only once. */
import { markupOf, reasonIn } from '../wire/reason';
import type { SendResult } from '../model/port';
import { failedAfterForwarding } from './gateways';
import { isOwnError } from './statuses';

/** Whether the site or the identity provider refused the sign-in. */
export const isRefusedSignIn = (result: SendResult): boolean =>
	result.kind === 'response' ? result.status === 401 : result.signIn?.isPermanent === true;

/**
 * Whether the response shows that the site accepted the sign-in. A gateway can send an error or a page before the site checks it. A 404
 * without a body and a 500 in the error format of the API come from the site.
 */
export const isAcceptedSignIn = (result: SendResult): boolean => {
	if (result.kind === 'noResponse') return false;
	const { body, status } = result;
	if (status >= 200 && status < 300) return typeof body !== 'string' || markupOf(body) === undefined;
	if (status === 404 && (body ?? '') === '') return true;
	if (status === 500) return isOwnError(body) && !failedAfterForwarding(result);
	return status >= 400 && status < 500 && status !== 401 && status !== 429 && reasonIn(body) !== undefined;
};

/** Runs `send` as soon as it may be called. */
export type SignInQueue = (send: () => Promise<SendResult | undefined>) => Promise<SendResult | undefined>;

/**
 * Creates the queue of one run. Requests are sent in the order of the calls. If each request contains the password, requests wait until the
 * site has accepted or refused it. Otherwise, they wait only for the first result, so that only one token is requested.
 */
export const createSignInQueue = (isPasswordSent: boolean): SignInQueue => {
	let isChecked = false;
	let isBusy = false;
	const waiting: (() => void)[] = [];
	return async (send) => {
		if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve));
		if (isChecked) return await send();
		isBusy = true;
		try {
			const result = await send();
			isChecked = result !== undefined && (!isPasswordSent || isAcceptedSignIn(result) || isRefusedSignIn(result));
			return result;
		} finally {
			const next = waiting.splice(0, isChecked ? waiting.length : 1);
			isBusy = !isChecked && next.length > 0;
			for (const start of next) start();
		}
	};
};
