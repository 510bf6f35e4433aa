/** Order templates and service templates, including those in public examples. */

interface TemplateRow {
	readonly key: number;
	readonly text: string;
	readonly parent?: number;
	readonly active?: 'N';
	/** Description, start offset in minutes, duration in minutes, resource, group. */
	readonly rows: readonly (readonly [string, number, number, number | null, string | null])[];
}

/** Order templates. A template with a parent is loaded with the parent if child templates are requested. */
export const TEMPLATES: readonly TemplateRow[] = [
	{
		key: 2,
		text: 'Studio Day',
		rows: [
			['Studio', 0, 480, 5, 'STUD'],
			['Camera Operator', 0, 480, 21, 'OPER'],
		],
	},
	{ key: 9, text: 'Tape Room (retired)', active: 'N', rows: [['Tape Operator', 0, 60, 15, 'OPER']] },
	{
		key: 15,
		text: 'Live Event',
		rows: [
			['Line Test', -60, 30, 3, 'TRX'],
			['Transmission', 0, 240, 3, 'TRX'],
			['Operator', 0, 240, 21, 'OPER'],
		],
	},
	{
		key: 1012,
		text: 'Series Episode',
		rows: [
			['Offline Edit', 0, 480, 12, 'EDIT'],
			['Online Edit', 480, 240, 18, 'EDIT'],
		],
	},
	{ key: 1013, text: 'Series Episode: Grade', parent: 1012, rows: [['Grade', 720, 240, 13, 'GRAD']] },
	{
		key: 1014,
		text: 'Series Episode: Mix',
		parent: 1012,
		rows: [
			['Mix', 720, 300, 14, 'AUD'],
			['Mix Assistant', 720, 300, 27, 'OPER'],
		],
	},
	{ key: 1015, text: 'Series Episode: Mix Review', parent: 1014, rows: [['Review', 1020, 60, 14, 'AUD']] },
];

/** Service templates: number, description, and the number, resource and group of each task. */
export const SERVICE_TEMPLATES = [
	[
		10,
		'Satellite Feed',
		[
			[1, 'Dish 4', 'Transmission'],
			[2, 'Encoder 1', 'Encoders'],
		],
	],
	[11, 'Fibre Feed', [[1, 'Line 12', 'Transmission']]],
	[
		12,
		'Auto Route',
		[
			[1, 'Router', 'Transmission'],
			[2, 'Encoder 2', 'Encoders'],
			[3, 'QC Desk', 'Quality Control'],
		],
	],
	[
		20,
		'Transcode and Check',
		[
			[1, 'Encoder 3', 'Encoders'],
			[2, 'QC Desk', 'Quality Control'],
		],
	],
] as const;
