import { cellsOf, HEAD, type Row } from '../../bench/results';

describe('the results of the bench', () => {
	test('are printed in columns aligned with the header', () => {
		const row: Row = {
			case: 'list',
			title: 'List',
			server: 'stand-in',
			latencyMs: 50,
			ours: 1.5,
			peer: 12,
			floor: 1.35,
			bare: null,
			unit: 's',
			ratioToPeer: 8,
			ratioToFloor: 0.9,
			peakRssMiB: { ours: 90, peer: 200 },
			requests: { ours: 200, peer: 201 },
			concurrency: { ours: 32, peer: 1 },
			rounds: 3,
		};
		expect(cellsOf(row)).toEqual([
			'list',
			'50 ms',
			'1.50 s',
			'12.00',
			'1.35',
			'–',
			'8.00',
			'0.90',
			'90',
			'200',
			'200',
			'201',
			...Array<string>(9).fill('–'),
		]);
		expect(cellsOf(row)).toHaveLength(HEAD.length);
	});
});
