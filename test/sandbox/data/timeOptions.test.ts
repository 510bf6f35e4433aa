import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, errorOf } from './caller';

/** Public material: the draft on TrxTimeOptionMove names JmWorkOrder in its title, but XmTransmissionOrder and MoMediaOrder in its text. */
describe('A site on which only media and transmission orders support TrxTimeOptionMove', () => {
	const sandbox = sandboxForTests({ args: ['--time-options', 'MoMediaOrder,XmTransmissionOrder'] });
	const call = callerOf(() => sandbox);
	const move = async (address: string) =>
		await call('PATCH', address, {
			body: [{ op: 'replace', path: 'wo_desc', value: 'Moved' }],
			headers: { SaveArgument: '{"TrxTimeOptionMove":"Y"}' },
		});

	it('rejects TrxTimeOptionMove for a work order', async () => {
		const response = await move('/JmWorkOrder/wo_no_seq=100-1');
		expect([response.status, errorOf(response)]).toEqual([
			400,
			"'TrxTimeOptionMove' in the 'SaveArgument' header is for MoMediaOrder, XmTransmissionOrder, not for JmWorkOrder",
		]);
	});

	it('accepts TrxTimeOptionMove for a transmission order', async () => {
		expect((await move('/XmTransmissionOrder/wo_no_seq=1072992-1')).status).toBe(204);
	});
});
