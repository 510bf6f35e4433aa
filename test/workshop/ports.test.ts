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

	it('is below the ports that operating systems use for outgoing connections if there is no default port', async () => {
		for (let count = 0; count < 20; count += 1) {
			const port = await freePort();
			expect([port >= 20_000, port < 32_000]).toEqual([true, true]);
		}
	});
});
