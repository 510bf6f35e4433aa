/** Setup records: what look-ups choose from. Numbers that public examples of the interface use are among them. */

export const DIVISIONS = [
	[1, 'GS', 'General Services'],
	[2, 'PPH', 'Picture Post House'],
	[3, 'TRX', 'Transmission'],
	[12, 'ARC', 'Archive'],
] as const;
export const PHASES = [
	['RQST', 'Requested'],
	['Bid', 'Bid'],
	['Hold', 'On Hold'],
	['CONF', 'Confirmed'],
	['WIP', 'In Progress'],
	['DONE', 'Completed'],
	['PACT', 'Partly Actualized'],
	['ACTL', 'Actualized'],
	['INV', 'Invoiced'],
	['VOID', 'Void'],
] as const;
export const ORDER_TYPES = [
	[1, 'Studio'],
	[2, 'Editing'],
	[3, 'Grading'],
	[4, 'Sound'],
	[5, 'Transcoding'],
	[6, 'Delivery'],
	[7, 'Outside Broadcast'],
	[8, 'Line Booking'],
	[17, 'Live Event'],
	[40, 'Quick Service'],
	[83, 'Quality Control'],
	[3275, 'Production'],
] as const;
export const JOB_TYPES = [
	[1, 'Feature'],
	[2, 'Series'],
	[3, 'Commercial'],
	[4, 'Sport'],
	[163, 'News'],
	[1113, 'Documentary'],
] as const;
export const RATE_CARDS = [
	[1, 'Standard'],
	[2, 'Preferred'],
	[3, 'Weekend'],
	[4, 'Internal'],
	[5, 'Broadcast Partner'],
] as const;
export const VOID_REASONS = [
	[1, 'Cancelled by Customer'],
	[2, 'Cancelled by Facility'],
	[3, 'Entered Twice'],
	[4, 'Weather'],
] as const;
export const ACTIONS = [
	['I', 'Internal Hours'],
	['E', 'External Hours'],
	['O', 'Overtime'],
	['T', 'Travel'],
	['M', 'Material'],
] as const;
export const ASSET_TYPES = [
	[1, 'Digital Master'],
	[2, 'HDCAM SR Tape'],
	[3, 'LTO Tape'],
	[4, 'Hard Drive'],
	[5, 'Film Reel'],
	[6, 'Audio File'],
	[7, 'Subtitle File'],
	[8, 'Proxy'],
] as const;
export const GROUPS = [
	['TRX', 'Transmission'],
	['UKPS', 'UK Playout'],
	['EDIT', 'Edit Suites'],
	['GRAD', 'Grading Rooms'],
	['AUD', 'Audio Rooms'],
	['STUD', 'Studios'],
	['OPER', 'Operators'],
	['ENC', 'Encoders'],
	['QC', 'Quality Control'],
] as const;
/** Rooms, machines and people, in the order of their numbers, with the default group of each. */
export const RESOURCES = [
	['Grading Room 1', 'GRAD'],
	['Audio Room 1', 'AUD'],
	['Transmission Desk', 'TRX'],
	['Encoder 1', 'ENC'],
	['Studio 1', 'STUD'],
	['Edit Suite 1', 'EDIT'],
	['Grading Room 2', 'GRAD'],
	['Audio Room 2', 'AUD'],
	['Tara Dunne, Sound', 'OPER'],
	['Encoder 2', 'ENC'],
	['Studio 2', 'STUD'],
	['Edit Suite 2', 'EDIT'],
	['Grading Room 3', 'GRAD'],
	['Audio Room 3', 'AUD'],
	['Milan Novák, Media', 'OPER'],
	['Encoder 3', 'ENC'],
	['Studio 3', 'STUD'],
	['Edit Suite 3', 'EDIT'],
	['Grading Room 4', 'GRAD'],
	['Audio Room 4', 'AUD'],
	['Owen Brandt, Camera', 'OPER'],
	['Encoder 4', 'ENC'],
	['Studio 4', 'STUD'],
	['Edit Suite 4', 'EDIT'],
	['Grading Room 5', 'GRAD'],
	['Audio Room 5', 'AUD'],
	['Rosa Keller, Sound', 'OPER'],
	['Encoder 5', 'ENC'],
	['Studio 5', 'STUD'],
	['Edit Suite 5', 'EDIT'],
] as const;
/** What a resource of a group can stand in for. */
export const FURTHER_GROUPS: Readonly<Record<(typeof RESOURCES)[number][1], readonly string[]>> = {
	GRAD: ['EDIT', 'QC', 'GRAD'],
	AUD: ['EDIT', 'QC', 'AUD'],
	TRX: ['UKPS'],
	ENC: ['TRX', 'UKPS', 'ENC'],
	STUD: ['AUD', 'STUD'],
	EDIT: ['GRAD', 'QC', 'EDIT'],
	OPER: ['STUD', 'TRX', 'AUD'],
};
export const FILE_TYPES = [
	['PDF Document', 'pdf'],
	['Plain Text', 'txt'],
	['Word Document', 'docx'],
	['Excel Sheet', 'xlsx'],
	['Comma Separated Values', 'csv'],
	['JPEG Picture', 'jpg'],
	['JPEG Picture', 'jpeg'],
	['PNG Picture', 'png'],
	['QuickTime Movie', 'mov'],
	['MPEG-4 Movie', 'mp4'],
	['MXF File', 'mxf'],
	['Wave Audio', 'wav'],
	['XML File', 'xml'],
	['JSON File', 'json'],
	['Archive', 'zip'],
	['Mail', 'eml'],
	['Subtitles', 'srt'],
	['Binary File', 'bin'],
] as const;
export const DROP_DOWNS: Readonly<Record<string, readonly string[]>> = {
	WO_field_2: ['Aspera', 'Signiant', 'Hard Drive', 'Satellite', 'Link'],
	WO_field_3: ['HD 1080i50', 'HD 1080p25', 'UHD 2160p50', 'UHD HDR', 'SD 576i'],
	JOB_field_2: ['Drama', 'Comedy', 'Sport', 'News', 'Factual', 'Music'],
};
export const CUSTOMER_NAMES = [
	'Tern Island Films',
	'Northgate Broadcast',
	'Blue Kettle Pictures',
	'Ostrich & Sons',
	'Meridian Sport',
	'Kanal Åtta',
	'Lakritz Film',
	'Paper Moon Kids',
	'Quarry Lane Docs',
	'Red Ferry Media',
	'Sable Street Productions',
	'Tidewater News',
	'Umbra Animation',
	'Vela Music Group',
	'Westwick Television',
	'Yarrow Films',
	'Zephyr Live',
	'Atlas Distribution',
	'Brightwater Trust',
	'Copper Beech Studios',
	'Ćma Film',
	'Dovetail Pictures',
	'Eleventh Hour',
	'Foxglove Entertainment',
	'Gulliver Networks',
	'Hinterland Films',
	'Isobar Media',
	'Juniper Post',
	'Kestrel Features',
	'Larkspur Channel',
];
export const CUSTOMER_KEYS = ['010', '19', '27', '32', '123', '409', '1001'];
export const FIRST_NAMES = [
	'Ada',
	'Bruno',
	'Chloé',
	'Dmitri',
	'Eva',
	'Farid',
	'Greta',
	'Hugo',
	'Ines',
	'Jonas',
	'Kiran',
	'Lena',
	'Milan',
	'Nora',
	'Owen',
	'Petra',
	'Quentin',
	'Rosa',
	'Søren',
	'Tara',
];
export const LAST_NAMES = [
	'Abel',
	'Brandt',
	'Castell',
	'Dunne',
	'Eriksen',
	'Falk',
	'Grimaldi',
	'Hart',
	'Ivanov',
	'Jansen',
	'Keller',
	'Lindqvist',
	'Moreau',
	'Novák',
	"O'Leary",
	'Petrov',
	'Rossi',
	'Schäfer',
];

interface TemplateRow {
	readonly key: number;
	readonly text: string;
	readonly parent?: number;
	readonly active?: 'N';
	/** Description, minutes after the begin, minutes, resource, group. */
	readonly rows: readonly (readonly [string, number, number, number | null, string | null])[];
}

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
