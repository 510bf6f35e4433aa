import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { CapturedResponse } from '../../../sandbox/plugins/faults/capturedResponse';

const captured = (): CapturedResponse => new CapturedResponse(new IncomingMessage(new Socket()));

describe('an answer that is kept instead of sent', () => {
	test('is given whole: status, headers of every form, and all pieces of the body', async () => {
		for (const headers of [{ 'X-Name': 'value' }, ['X-Name', 'value'], [['X-Name', 'value']]]) {
			const response = captured();
			response.writeHead(201, headers);
			response.write('zwölf');
			response.write(Buffer.from(' '));
			response.end('3132', 'hex');
			expect(await response.answer).toEqual({ status: 201, headers: { 'x-name': 'value' }, body: Buffer.from('zwölf 12') });
		}
	});

	test('that breaks off is told as none, so that nobody waits for its end', async () => {
		const response = captured();
		response.write('half');
		response.destroy();
		expect(await response.answer).toBeUndefined();
	});
});
