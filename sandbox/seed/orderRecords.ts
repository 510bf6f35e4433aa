/** Descriptions of orders and their bookings. */

interface Occasion {
	readonly text: string;
	/** Suitable order types. */
	readonly types: readonly number[];
}

export const WORK: readonly Occasion[] = [
	{ text: 'Heats', types: [7, 17] },
	{ text: 'Finals', types: [7, 17] },
	{ text: 'Pilot', types: [1, 2] },
	{ text: 'Interview', types: [1, 7] },
	{ text: 'Reshoot', types: [1, 7] },
	{ text: 'Conform', types: [2, 3] },
	{ text: 'Screening', types: [3, 40] },
	{ text: 'Press Call', types: [7, 40] },
	{ text: 'Highlights', types: [2, 6] },
	{ text: 'Voice Over', types: [4, 40] },
	{ text: 'Subtitling', types: [2, 40] },
	{ text: 'Master Check', types: [83] },
];

const TRANSCODING = [5];
export const MEDIA_WORK: readonly Occasion[] = [
	'Ingest',
	'Transcode',
	'Standards Conversion',
	'Archive Restore',
	'Subtitle Conform',
	'Loudness Correction',
	'Versioning',
	'Trailer Package',
	'Web Package',
	'Airline Version',
	'Audio Layback',
	'Delivery Package',
].map((text) => ({ text, types: TRANSCODING }));

const LINE_BOOKING = [8];
export const FEEDS: readonly Occasion[] = [
	'Heats Feed',
	'Finals Feed',
	'News Feed',
	'Interview Link',
	'Press Conference',
	'Match Coverage',
	'Highlights Feed',
	'Studio Link',
	'Return Vision',
	'Opening Ceremony',
	'Morning Bulletin',
	'Evening Bulletin',
].map((text) => ({ text, types: LINE_BOOKING }));

/** The groups of booked resources, by order type. */
export const GROUPS_BY_TYPE: Readonly<Record<number, readonly string[]>> = {
	1: ['STUD', 'OPER'],
	2: ['EDIT'],
	3: ['GRAD'],
	4: ['AUD'],
	5: ['ENC'],
	6: ['ENC', 'EDIT'],
	7: ['OPER', 'ENC', 'TRX'],
	8: ['TRX', 'ENC'],
	17: ['STUD', 'OPER', 'TRX'],
	40: ['EDIT', 'AUD'],
	83: ['EDIT'],
};

/** Descriptions of bookings, by the resource's group. */
export const BOOKINGS: Readonly<Record<string, readonly string[]>> = {
	STUD: ['Rigging', 'Rehearsal', 'Recording'],
	EDIT: ['Offline Edit', 'Online Edit', 'Review'],
	GRAD: ['Grade', 'Grading Review'],
	AUD: ['Track Lay', 'Voice Recording', 'Mix'],
	OPER: ['Set-Up', 'Crew Call'],
	ENC: ['Encode', 'Feed Recording'],
	TRX: ['Line Test', 'Transmission'],
};

/** A service row with its operations. */
export interface Service {
	readonly template: number;
	readonly text: string;
	readonly operations: readonly (readonly [resource: string, group: string])[];
}

export const ROUTE: Service = {
	template: 12,
	text: 'Auto Route',
	operations: [
		['Router', 'Transmission'],
		['Encoder 2', 'Encoders'],
	],
};
export const TRANSCODE: Service = {
	template: 20,
	text: 'Transcode and Check',
	operations: [
		['Encoder 3', 'Encoders'],
		['QC Desk', 'Quality Control'],
	],
};
