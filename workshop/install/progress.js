/** Reports on standard error that a long task is in progress: one changing line on a terminal, a line every ten seconds elsewhere. */
'use strict';

const terminal = process.stderr.isTTY;
/** The current tasks by title, with their start time and progress. */
const tasks = new Map();
let timer;

const erase = terminal ? '\r\x1b[K' : '';
const seconds = (began) => Math.round((Date.now() - began) / 1000);

function show() {
	const lines = [...tasks].map(([title, { began, soFar }]) => `${title} … ${seconds(began)} s, ${soFar()}`);
	if (terminal) process.stderr.write(`${erase}${lines.join(' · ').slice(0, process.stderr.columns)}`);
	else for (const line of lines) process.stderr.write(`${line}\n`);
}

/**
 * Starts the report for one task; several can run concurrently.
 * @param title the task: "installing the real n8n"
 * @param soFar returns the progress as a string
 * @returns a function that reports the end
 */
function startReport(title, soFar) {
	const began = Date.now();
	if (!terminal) process.stderr.write(`${title} …\n`);
	tasks.set(title, { began, soFar });
	timer ??= setInterval(show, terminal ? 1000 : 10000);
	return (isDone) => {
		tasks.delete(title);
		if (tasks.size === 0) timer = clearInterval(timer);
		process.stderr.write(`${erase}${title}: ${isDone ? 'done' : 'stopped'} after ${seconds(began)} s\n`);
	};
}

module.exports = { startReport };
