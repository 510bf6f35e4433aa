import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { CapturedResponse } from '../../../sandbox/plugins/faults/capturedResponse';

const captured = (): CapturedResponse => new CapturedResponse(new IncomingMessage(new Socket()));

describe('A captured response', () => {
	test('contains the status, the headers in every form that Node accepts, and all chunks of the body', async () => {
		for (const headers of [{ 'X-Name': 'value' }, ['X-Name', 'value'], [['X-Name', 'value']]]) {
			const response = captured();
			response.writeHead(201, headers);
			response.write('zwölf');
			response.write(Buffer.from(' '));
			response.end('3132', 'hex');
			expect(await response.response).toEqual({ status: 201, headers: { 'x-name': 'value' }, body: Buffer.from('zwölf 12') });
		}
	});

	test('is undefined if the connection is interrupted', async () => {
		const response = captured();
		response.write('half');
		response.destroy();
		expect(await response.response).toBeUndefined();
	});
});
