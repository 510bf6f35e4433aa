import { type Outcome, send } from '../sandbox/shell/wire';

/** A minimal browser for sign-ins: it follows redirects within one origin, and keeps cookies by path. */
export class Browser {
	private readonly cookies = new Map<string, { value: string; path: string }>();

	constructor(private readonly origin: string) {}

	private async once(address: string, body?: string): Promise<Outcome> {
		const { pathname } = new URL(address);
		const cookie = [...this.cookies]
			.filter(([, { path }]) => pathname.startsWith(path))
			.map(([name, { value }]) => `${name}=${value}`)
			.join('; ');
		const outcome = await send(address, {
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				...(cookie === '' ? {} : { Cookie: cookie }),
				...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
			},
			body,
		});
		for (const set of outcome.headers['set-cookie'] ?? []) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) as unknown as [string, string, string];
			this.cookies.set(name, { value, path: /path=([^;]+)/i.exec(set)?.[1] ?? '/' });
		}
		return outcome;
	}

	/** Follows redirects within this browser's origin. Stops at the first page, or at a URL outside the origin. */
	async go(address: string, body?: string): Promise<{ at: string; outcome: Outcome }> {
		let at = address;
		let outcome = await this.once(at, body);
		while (outcome.headers.location !== undefined) {
			at = new URL(outcome.headers.location, at).href;
			if (!at.startsWith(this.origin)) {
				break;
			}
			outcome = await this.once(at);
		}
		return { at, outcome };
	}
}
