/** A page of an n8n form, filled in and submitted as in a browser. */
export interface FormPage {
	/** The content of the page. */
	read(): Promise<string>;
	/** The content of the last page, after which the workflow ends. */
	readLast(): Promise<string>;
	/** Submits the responses by field number; returns the next page. */
	send(responses: Readonly<Record<number, string | File | File[]>>): Promise<FormPage>;
}

const timeoutMs = 60_000;

/** Waits, as the browser does, until the workflow has reached its next page. */
async function untilShown(address: string): Promise<void> {
	const status = new URL(address);
	status.pathname += '/n8n-execution-status';
	const end = Date.now() + timeoutMs;
	for (;;) {
		const text = (await (await fetch(status)).text()).trim();
		if (text === 'form-waiting') return;
		if (text !== 'running' && text !== 'new' && text !== 'waiting')
			throw new Error(`The workflow of ${address} did not reach another page: ${text}`);
		if (Date.now() > end) throw new Error(`The workflow of ${address} did not reach another page within ${timeoutMs / 1000} s.`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function send(address: string, responses: Parameters<FormPage['send']>[0]): Promise<FormPage> {
	const body = new FormData();
	for (const [number, response] of Object.entries(responses))
		for (const one of Array.isArray(response) ? response : [response]) body.append(`field-${number}`, one);
	const response = await fetch(address, { method: 'POST', body });
	const text = await response.text();
	if (!response.ok) throw new Error(`The form at ${address} returned ${response.status}: ${text}`);
	const { formWaitingUrl } = JSON.parse(text) as { formWaitingUrl?: string };
	const next = formWaitingUrl ?? address;
	await untilShown(next);
	return pageAt(next);
}

const pageAt = (address: string): FormPage => ({
	read: async () => await (await fetch(address)).text(),
	readLast: async () => {
		const shown = await (await fetch(address)).text();
		const response = await fetch(address, { method: 'POST' });
		if (!response.ok) throw new Error(`The last page at ${address} returned ${response.status}: ${await response.text()}`);
		return shown;
	},
	send: async (responses) => await send(address, responses),
});

/** The form that an active workflow shows at this path. */
export const formIn = (n8nUrl: string, path: string): FormPage => pageAt(`${n8nUrl}/form/${path}`);
