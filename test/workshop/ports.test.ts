import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { freePort, loopback } from '../../workshop/ports';

describe('The free port', () => {
	it('is the default port if nothing is listening on it, and another port otherwise', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
		const { port: taken } = server.address() as AddressInfo;
		const other = await freePort(taken);
		expect(other).not.toBe(taken);
		await new Promise((resolve) => server.close(resolve));
		expect(await freePort(taken)).toBe(taken);
	});
});
