/** Counts what a user has to click in the editor. */
import type { Page } from 'playwright-core';

/** Playwright focuses a field and fills it at the same moment; a field that n8n focuses itself has the focus for longer. Milliseconds. */
const SAME_MOMENT = 50;

/**
 * Counts presses of the mouse, and fields that a test fills without one, because a user clicks into them first. Repeated presses on the same
 * element count once: a test clicks again if a list is still loading. Call it before the page is opened.
 */
export async function clickCounter(page: Page): Promise<() => number> {
	let clicks = 0;
	await page.exposeFunction('countClick', () => (clicks += 1));
	await page.addInitScript((moment) => {
		const page = globalThis as unknown as {
			countClick(): void;
			addEventListener(type: string, listener: (event: { readonly target: unknown }) => void, capture: boolean): void;
		};
		let used: unknown;
		let focusedAt = 0;
		const use = (target: unknown): void => {
			if (target !== used) page.countClick();
			used = target;
		};
		page.addEventListener('focusin', () => void (focusedAt = performance.now()), true);
		page.addEventListener('mousedown', ({ target }) => use(target), true);
		page.addEventListener(
			'input',
			({ target }) => {
				if (performance.now() - focusedAt < moment) use(target);
			},
			true,
		);
	}, SAME_MOMENT);
	return () => clicks;
}
