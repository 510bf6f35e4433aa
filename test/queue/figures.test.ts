import { median, withFigures } from '../../workshop/queue/figures';

const page = '# Scaling\n<!-- figures: one -->\nold\n<!-- end of figures -->\nwords\n<!-- figures: two -->\n<!-- end of figures -->\n';

describe('Figures', () => {
	it('replace only the lines in their own section', () => {
		expect(withFigures(page, 'one', ['new', 'lines'])).toBe(page.replace('old', 'new\nlines'));
		expect(withFigures(page, 'two', ['new'])).toBe(page.replace('two -->\n', 'two -->\nnew\n'));
	});

	it('are not written to a page that has no section for them', () => {
		expect(() => withFigures(page, 'three', [])).toThrow('figures: three');
	});
});

describe('The median', () => {
	it.each([
		[[3], 3],
		[[9, 1, 5], 5],
		[[10, 2, 4, 8], 6],
	])('of %j is %d', (values, middle) => {
		expect(median(values)).toBe(middle);
	});

	it('of an empty list cannot be calculated', () => {
		expect(() => median([])).toThrow('empty list');
	});
});
