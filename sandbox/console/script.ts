/** The script of the console: copy buttons, the live journal and "Try it". All pages except "Try it" work without it. */
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

const tryIt = document.getElementById('try');
if (tryIt) {
	const { operation, path, body, saveArgument, user, password } = tryIt.elements;
	const result = document.getElementById('result');
	const fill = () => {
		const chosen = operation.selectedOptions[0].dataset;
		path.value = chosen.path;
		body.value = chosen.body ?? '';
	};
	operation.addEventListener('change', fill);
	fill();
	tryIt.addEventListener('submit', async (event) => {
		event.preventDefault();
		const { method, type } = operation.selectedOptions[0].dataset;
		const headers = { Authorization: 'Basic ' + btoa(String.fromCharCode(...new TextEncoder().encode(user.value + ':' + password.value))) };
		if (saveArgument.value !== '') headers.SaveArgument = saveArgument.value;
		if (body.value !== '') headers['Content-Type'] = type;
		try {
			const response = await fetch(path.value, { method, headers, body: method === 'GET' || body.value === '' ? undefined : body.value });
			const text = await response.text();
			let shown = text;
			try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
			result.textContent = response.status + ' ' + response.statusText + '\\n' + [...response.headers].map(([name, value]) => name + ': ' + value).join('\\n') + '\\n\\n' + shown;
		} catch (error) {
			result.textContent = 'No response: ' + error.message;
		}
		result.focus();
	});
}
`;
