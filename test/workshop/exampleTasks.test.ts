import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../../workshop/paths';
import { EXAMPLES_PAGE } from '../../workshop/reference/examples';

const [overview = ''] = readFileSync(path.join(checkout, EXAMPLES_PAGE), 'utf8').split('## The examples in detail');
/** The number of each example and its 'I want to …' sentence. */
const rows = [...overview.matchAll(/^\| \[(\d\d)\]\([^)]+\) \| ([^|]+) \|/gm)].map(([, number, wish]) => ({ number, wish: wish! }));

/** Coordinators' tasks, each with the words that a coordinator would search the page for. */
const TASKS: ReadonlyArray<readonly [task: string, words: string, example: string]> = [
	['Producers should request a studio in a form, and get an order', 'studio', '01'],
	['All orders of last week have to be set to Completed', 'status) of many orders', '09'],
	['The crew wants to see their bookings in Outlook', 'Outlook', '13'],
	['Someone called in sick, and the resource must not be booked', 'sick', '13'],
	['My manager has to agree before we cancel an order', 'manager', '15'],
	['The delivery receipt belongs to its order', 'receipt', '04'],
	['Files have to be sent with Aspera once the media order is confirmed', 'Aspera', '17'],
	['Time cards have to reach payroll every Monday', 'payroll', '11'],
	['A new season with its episodes has to be entered', 'episodes', '06'],
	['A deal was won in Salesforce, so the job has to exist', 'Salesforce', '02'],
	['The team in Microsoft Teams wants to know when a status changes', 'Teams', '05'],
	['Every morning, Power BI has to show the orders of the day before', 'Power BI', '21'],
	['Both systems change the status, and neither may overwrite the other', 'planning tool', '22'],
	['The team has its titles in a spreadsheet', 'spreadsheet', '23'],
	['Last night something failed, and nobody noticed', 'failed', '14'],
];

describe('The examples overview', () => {
	it('has a sentence for each example', () => {
		expect(rows).toHaveLength(23);
	});

	it.each(TASKS)('leads to exactly one example for the task: %s', (_task, words, example) => {
		expect(rows.filter(({ wish }) => wish.includes(words)).map(({ number }) => number)).toEqual([example]);
	});
});
