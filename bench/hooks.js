/**
 * n8n loads this file as a hook (EXTERNAL_HOOK_FILES). The hook appends one line per execution, with n8n's time for each node, to the file
 * in BENCH_EXECUTIONS. n8n therefore does not have to save executions. If BENCH_PROFILES names a folder, the hook also writes a
 * profile of each execution to that folder.
 */
'use strict';

const fs = require('node:fs');
const { Session } = require('node:inspector');
const path = require('node:path');

const profiles = process.env.BENCH_PROFILES;
const session = new Session();
let isRecording = false;
const inspect = async (method, parameters) =>
	await new Promise((resolve, reject) => session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))));

async function startProfile() {
	if (!profiles) return;
	session.connect();
	isRecording = true;
	await inspect('Profiler.enable');
	await inspect('Profiler.setSamplingInterval', { interval: 500 });
	await inspect('Profiler.start');
}

async function writeProfile(name) {
	// n8n also runs the hook when it recovers an execution of an interrupted benchmark. There is no profile of such an execution.
	if (!isRecording) return;
	isRecording = false;
	const { profile } = await inspect('Profiler.stop');
	session.disconnect();
	fs.mkdirSync(profiles, { recursive: true });
	fs.writeFileSync(path.join(profiles, `${name.replace(/[^a-z0-9]+/gi, '-')}.cpuprofile`), JSON.stringify(profile));
}

const shortened = (error) => (error ? { message: error.message, description: error.description ?? null } : null);

function figuresOf(run, workflow, id) {
	const { runData, error } = run.data.resultData;
	const nodes = Object.entries(runData).map(([name, tasks]) => {
		const items = tasks.flatMap((task) => task.data?.main?.[0] ?? []);
		return [
			name,
			{
				ms: tasks.reduce((sum, { executionTime }) => sum + executionTime, 0),
				items: items.length,
				first: items.length > 0 ? JSON.stringify(items[0].json).slice(0, 300) : null,
				error: shortened(tasks.find((task) => task.error)?.error),
			},
		];
	});
	const tasks = Object.values(runData).flat();
	const ms =
		Math.max(...tasks.map(({ startTime, executionTime }) => startTime + executionTime)) -
		Math.min(...tasks.map(({ startTime }) => startTime));
	return { id, workflow: workflow.name, status: run.status, error: shortened(error), ms, nodes: Object.fromEntries(nodes) };
}

module.exports = {
	workflow: {
		preExecute: [startProfile],
		postExecute: [
			async (run, workflow, id) => {
				await writeProfile(workflow.name);
				if (run === undefined) return;
				fs.appendFileSync(process.env.BENCH_EXECUTIONS, `${JSON.stringify(figuresOf(run, workflow, id))}\n`);
			},
		],
	},
};
