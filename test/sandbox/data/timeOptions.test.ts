import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, wordsOf } from './caller';

/** Public material: a draft names JmWorkOrder in its title, XmTransmissionOrder and MoMediaOrder in its text. */
describe('A site where only media and transmission orders take TrxTimeOptionMove', () => {
	const sandbox = sandboxForTests({ args: ['--time-options', 'MoMediaOrder,XmTransmissionOrder'] });
	const call = callerOf(() => sandbox);
	const move = async (address: string) =>
		await call('PATCH', address, {
			body: [{ op: 'replace', path: 'wo_desc', value: 'Moved' }],
			headers: { SaveArgument: '{"TrxTimeOptionMove":"Y"}' },
		});

	it('refuses it for a work order', async () => {
		const told = await move('/JmWorkOrder/wo_no_seq=100-1');
		expect([told.status, wordsOf(told)]).toEqual([
			400,
			"'TrxTimeOptionMove' in the header 'SaveArgument' is for MoMediaOrder, XmTransmissionOrder, not for JmWorkOrder",
		]);
	});

	it('takes it for a transmission order', async () => {
		expect((await move('/XmTransmissionOrder/wo_no_seq=1072992-1')).status).toBe(204);
	});
});
