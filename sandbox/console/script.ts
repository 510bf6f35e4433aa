/** The console's script: copy buttons and the live journal. All pages work without it; the explorer has its own script. */
export const SCRIPT = `'use strict';
document.addEventListener('click', (event) => {
	const text = event.target.dataset?.copy;
	if (text === undefined) return;
	navigator.clipboard.writeText(text).then(() => {
		event.target.textContent = 'Copied';
		setTimeout(() => (event.target.textContent = 'Copy'), 1500);
	});
});

const live = document.querySelector('[data-live]');
if (live) {
	const rows = document.getElementById('entries');
	const toggle = document.getElementById('pause');
	const source = new EventSource(live.dataset.live);
	source.onopen = () => (live.textContent = 'Live: new requests appear at the top.');
	source.onerror = () => (live.textContent = 'Not connected. Reload the page when the sandbox is running.');
	source.onmessage = ({ data }) => {
		if (toggle.getAttribute('aria-pressed') === 'true') return;
		rows.insertAdjacentHTML('afterbegin', data);
		while (rows.children.length > 500) rows.lastElementChild.remove();
	};
	toggle.addEventListener('click', () => {
		const paused = toggle.getAttribute('aria-pressed') === 'true';
		toggle.setAttribute('aria-pressed', String(!paused));
		toggle.textContent = paused ? 'Pause' : 'Resume';
	});
}
`;
