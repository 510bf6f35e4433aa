import { cellsOf, daysOf, HEAD, merged, type Results, type Row } from '../../bench/results';

const row: Row = {
	case: 'list',
	title: 'List',
	server: 'stand-in',
	latencyMs: 50,
	ours: 1.5,
	peer: 12,
	baseline: 1.35,
	bare: null,
	unit: 's',
	ratioToPeer: 8,
	ratioToBaseline: 0.9,
	peakRssMiB: { ours: 90, peer: 200 },
	requests: { ours: 200, peer: 201 },
	concurrency: { ours: 32, peer: 1 },
	rounds: 3,
};

describe('The benchmark results', () => {
	test('are printed in columns aligned with the header', () => {
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
			...Array<string>(10).fill('–'),
		]);
		expect(cellsOf(row)).toHaveLength(HEAD.length);
		const limits = { adaptiveBaseline: { seconds: 1.2, ratio: 0.8 }, meanQueue: 3.5 };
		const cells = cellsOf({ ...row, limits });
		expect(cells[HEAD.indexOf('÷ adaptive')]).toBe('0.80');
		expect(cells[HEAD.indexOf('queue')]).toBe('3.5');
	});

	test('change only in the rows that were measured again', () => {
		const results = (at: string, rows: readonly Row[]): Results => ({ at, machine: '2 × CPU', n8n: '2', node: 'v24', quick: false, rows });
		const earlier = results('2026-01-01T10:00:00Z', [row, { ...row, case: 'create' }]);
		const both = merged(
			earlier,
			results('2026-02-01T10:00:00Z', [
				{ ...row, case: 'create', ours: 1 },
				{ ...row, case: 'look up' },
			]),
		);
		expect(both.rows.map(({ at, case: name, ours }) => [name, ours, at?.slice(0, 10)])).toEqual([
			['list', 1.5, '2026-01-01'],
			['create', 1, '2026-02-01'],
			['look up', 1.5, '2026-02-01'],
		]);
		expect(daysOf(both)).toBe('2026-01-01 to 2026-02-01');
		expect(daysOf(earlier)).toBe('2026-01-01');
	});
});
