/** Sends requests one at a time until the site has checked the sign-in, so that it receives a wrong password only once. */
import { markupOf, reasonIn } from '../wire/reason';
import type { SendResult } from '../model/port';

/** Whether the site or the identity provider refused the sign-in. */
export const isRefusedSignIn = (result: SendResult): boolean =>
	result.kind === 'response' ? result.status === 401 : result.signIn?.isPermanent === true;

/** Whether the response shows that the site accepted the sign-in. A gateway can send an error or a page before the site checks it. */
export const isAcceptedSignIn = (result: SendResult): boolean => {
	if (result.kind === 'noResponse') return false;
	const { body, status } = result;
	return status >= 200 && status < 300
		? typeof body !== 'string' || markupOf(body) === undefined
		: status >= 400 && status < 500 && status !== 401 && status !== 429 && reasonIn(body) !== undefined;
};

/** Runs `send` as soon as it may be called. */
export type SignInQueue = (send: () => Promise<SendResult | undefined>) => Promise<SendResult | undefined>;

/**
 * Creates the queue of one run. Requests are sent in the order of the calls. After the site has accepted or refused the sign-in, no request
 * waits.
 */
export const createSignInQueue = (): SignInQueue => {
	let isChecked = false;
	let isBusy = false;
	const waiting: (() => void)[] = [];
	return async (send) => {
		if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve));
		if (isChecked) return await send();
		isBusy = true;
		try {
			const result = await send();
			isChecked = result !== undefined && (isAcceptedSignIn(result) || isRefusedSignIn(result));
			return result;
		} finally {
			const next = waiting.splice(0, isChecked ? waiting.length : 1);
			isBusy = !isChecked && next.length > 0;
			for (const start of next) start();
		}
	};
};
