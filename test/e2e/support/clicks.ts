/** Counts what a user has to click in the editor. */
import type { Page } from 'playwright-core';

/** Fields that n8n focuses when it shows them. */
const FOCUSED_BY_N8N = ['node-creator-search-bar', 'rlc-search'];

/** The members of a page element that this file uses. */
interface Part {
	closest(selector: string): Part | null;
	getAttribute(name: string): string | null;
}

/**
 * Counts mouse clicks. A field that a test fills without a click also counts, because a user clicks into the field first. Repeated clicks
 * on the same part of the page count once, because a test clicks again if a list is still loading. Call this before you open the page.
 */
export async function clickCounter(page: Page): Promise<() => number> {
	let clicks = 0;
	await page.exposeFunction('countClick', () => (clicks += 1));
	await page.addInitScript((focused) => {
		const browser = globalThis as unknown as {
			countClick(): void;
			addEventListener(type: string, listener: (event: { readonly target: Part }) => void, capture: boolean): void;
		};
		let used: Part | undefined;
		const use = (target: Part): void => {
			const part = target.closest('[data-test-id]') ?? target;
			if (part !== used) browser.countClick();
			used = part;
		};
		browser.addEventListener('mousedown', ({ target }) => use(target), true);
		browser.addEventListener(
			'input',
			({ target }) => {
				if (!focused.includes(target.closest('[data-test-id]')?.getAttribute('data-test-id') ?? '')) use(target);
			},
			true,
		);
	}, FOCUSED_BY_N8N);
	return () => clicks;
}
