import type { Seeder } from './seeder';
import { CONTACTS, customerKeys, type Resource } from './setup';

/** Jobs, projects, bid versions and time card batches. */

/** Names of productions, with suitable job types and genres. */
const SUBJECTS = [
	{ text: 'Big Harbour Live', types: [2], genres: ['Music', null] },
	{ text: 'Passing Fancy', types: [1, 2], genres: ['Comedy', null] },
	{ text: 'Summer Campaign', types: [3], genres: [null] },
	{ text: 'Cup Final', types: [4], genres: ['Sport'] },
	{ text: 'Evening News Refresh', types: [163], genres: ['News'] },
	{ text: 'Nature Hour', types: [2, 1113], genres: ['Factual'] },
	{ text: 'Deep Water', types: [1, 2], genres: ['Drama', null] },
	{ text: 'City Lights', types: [1, 2], genres: ['Drama', 'Comedy'] },
	{ text: 'Morning Show', types: [2, 163], genres: ['News', 'Factual'] },
	{ text: 'Old Town', types: [2, 1113], genres: ['Drama', 'Factual', null] },
	{ text: 'Second Season', types: [2], genres: ['Comedy', 'Drama'] },
	{ text: 'Winter Games', types: [4], genres: ['Sport'] },
] as const;
const TASKS = ['Post', 'Delivery', 'Trailer', 'Archive', 'Localisation', 'Restoration', 'Playout', 'Mix'];
const JOBS = 220;
/** The job numbers in public examples. */
const KNOWN_JOBS = [342, 67_981, 67_982];
const PROJECTS = 40;
const BIDS = 60;
const KNOWN_BID = 211;
const FIRST_BATCH = 7553;
const BATCHES = 20;

const jobNumbers = [...Array.from({ length: JOBS }, (_none, at) => at + 1), ...KNOWN_JOBS];
/** The divisions of demo records. The fourth division, the archive, has no records. */
export const DIVISION_NUMBERS = [1, 1, 1, 2, 2, 3] as const;
/** No order refers to this job, because a public example deletes it. */
const DELETED_IN_EXAMPLES = 67_982;
/** The number of a random job for an order. */
export const anyJob = ({ random }: Seeder): number => {
	const number = random.pick(jobNumbers);
	return number === DELETED_IN_EXAMPLES ? 342 : number;
};

/** A random task of a production. */
const task = ({ random }: Seeder): { readonly text: string; readonly subject: (typeof SUBJECTS)[number] } => {
	const subject = random.pick(SUBJECTS);
	return { text: `${subject.text} ${random.pick(TASKS)}`, subject };
};

const seedJobs = (seeder: Seeder): void => {
	const { random } = seeder;
	for (const number of jobNumbers) {
		const { text, subject } = task(seeder);
		const rowId = seeder.add(
			'JmJob',
			{
				external_key: number === 342 ? '154110' : number % 3 === 0 ? `CRM-J${1000 + number}` : null,
				job_desc: `${text} ${number}`,
				division_no: random.pick(DIVISION_NUMBERS),
				cust_id: random.pick(customerKeys),
				job_type_no: random.pick<number>(subject.types),
				account_rep_no_1: random.whole(1, CONTACTS),
				active: random.chance(0.85) ? 'Y' : 'N',
				JOB_field_1: random.chance(0.5) ? `HL-${random.whole(10_000, 99_999)}` : null,
				JOB_field_2: random.pick<string | null>(subject.genres),
				JOB_field_3: random.chance(0.4) ? random.whole(1000, 250_000) / 4 : null,
				date_added: seeder.at(-random.whole(1, 500), random.whole(0, 1439)),
				date_changed: seeder.at(-random.whole(0, 1), random.whole(0, 600)),
			},
			number,
		);
		for (let episode = random.whole(0, 3); episode > 0; episode--) {
			seeder.addRow('JmJob', 'jm_episode', rowId, { title_no: random.whole(1, 140), episode_desc: `Part ${episode}` });
		}
	}
};

const seedBids = (seeder: Seeder): void => {
	const { random } = seeder;
	for (let number = 1; number <= BIDS; number++) {
		const original = number > 20 && number % 4 === 0 ? number - 20 : null;
		const approved = number <= 20 && number % 2 === 0;
		seeder.add('BidVersion', {
			bid_no: original ?? number,
			version_desc: `Bid for ${task(seeder).text}`,
			cust_id: random.pick(customerKeys),
			original_version_no: original,
			amount: random.whole(2000, 400_000) / 4,
			approved: approved ? 'Y' : 'N',
			bid_status: approved ? 'Approved' : 'Open',
			date_added: seeder.at(-random.whole(1, 200)),
			date_changed: seeder.at(-1),
		});
	}
	seeder.add(
		'BidVersion',
		{
			bid_no: KNOWN_BID,
			version_desc: 'Bid for Cup Final Delivery',
			cust_id: '27',
			amount: 18_250.5,
			date_added: seeder.at(-9),
			date_changed: seeder.at(-9),
		},
		KNOWN_BID,
	);
};

/** The ISO 8601 week of the fixed day. The batches are for the weeks before it. */
const WEEK_OF_DAY = 23;

const seedBatches = (seeder: Seeder, resources: readonly Resource[]): void => {
	const { random } = seeder;
	const people = resources.filter(({ group }) => group === 'OPER');
	for (let at = 0; at < BATCHES; at++) {
		const posted = at < BATCHES - 5;
		const week = at - BATCHES;
		const rowId = seeder.add(
			'TcBatch',
			{
				batch_desc: `Week ${WEEK_OF_DAY + week}`,
				posted: posted ? 'Y' : 'N',
				date_posted: posted ? seeder.at(week * 7 + 8) : null,
				date_added: seeder.at(week * 7),
			},
			String(FIRST_BATCH + at),
		);
		for (let card = 0; card < 5; card++) {
			seeder.addRow('TcBatch', 'tc_time_card', rowId, {
				resource_code: random.pick(people).code,
				work_date: seeder.at(week * 7 + card),
				hours: random.whole(8, 44) / 4,
			});
		}
	}
};

export const seedWork = (seeder: Seeder, resources: readonly Resource[]): void => {
	seedJobs(seeder);
	for (let number = 1; number <= PROJECTS; number++) {
		seeder.add('PmProject', {
			project_desc: task(seeder).text,
			cust_id: seeder.random.pick(customerKeys),
			external_key: number % 2 ? `PRJ-${number}` : null,
			date_added: seeder.at(-seeder.random.whole(1, 300)),
		});
	}
	seedBids(seeder);
	seedBatches(seeder, resources);
};
