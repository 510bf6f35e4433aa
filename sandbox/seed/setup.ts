import type { Seeder } from './seeder';

/** Setup records: what look-ups choose from. Numbers that public examples of the interface use are among them. */

const DIVISIONS = [[1, 'GS', 'General Services'], [2, 'PPH', 'Picture Post House'], [3, 'TRX', 'Transmission'], [12, 'ARC', 'Archive']] as const;
const PHASES = [
	['RQST', 'Requested'], ['Bid', 'Bid'], ['Hold', 'On Hold'], ['CONF', 'Confirmed'], ['WIP', 'In Progress'], ['DONE', 'Completed'],
	['PACT', 'Partly Actualized'], ['ACTL', 'Actualized'], ['INV', 'Invoiced'], ['VOID', 'Void'],
] as const;
const ORDER_TYPES = [
	[1, 'Studio'], [2, 'Editing'], [3, 'Grading'], [4, 'Sound'], [5, 'Transcoding'], [6, 'Delivery'], [7, 'Outside Broadcast'], [8, 'Line Booking'],
	[17, 'Live Event'], [40, 'Quick Service'], [83, 'Quality Control'], [3275, 'Production'],
] as const;
const JOB_TYPES = [[1, 'Feature'], [2, 'Series'], [3, 'Commercial'], [4, 'Sport'], [163, 'News'], [1113, 'Documentary']] as const;
const RATE_CARDS = [[1, 'Standard'], [2, 'Preferred'], [3, 'Weekend'], [4, 'Internal'], [5, 'Broadcast Partner']] as const;
const VOID_REASONS = [[1, 'Cancelled by Customer'], [2, 'Cancelled by Facility'], [3, 'Entered Twice'], [4, 'Weather']] as const;
const ACTIONS = [['I', 'Internal Hours'], ['E', 'External Hours'], ['O', 'Overtime'], ['T', 'Travel'], ['M', 'Material']] as const;
const ASSET_TYPES = [[1, 'Digital Master'], [2, 'HDCAM SR Tape'], [3, 'LTO Tape'], [4, 'Hard Drive'], [5, 'Film Reel'], [6, 'Audio File'], [7, 'Subtitle File'], [8, 'Proxy']] as const;
const GROUPS = [
	['TRX', 'Transmission'], ['UKPS', 'UK Playout'], ['EDIT', 'Edit Suites'], ['GRAD', 'Grading Rooms'], ['AUD', 'Audio Rooms'], ['STUD', 'Studios'],
	['OPER', 'Operators'], ['ENC', 'Encoders'], ['QC', 'Quality Control'],
] as const;
const FILE_TYPES = [
	['PDF Document', 'pdf'], ['Plain Text', 'txt'], ['Word Document', 'docx'], ['Excel Sheet', 'xlsx'], ['Comma Separated Values', 'csv'], ['JPEG Picture', 'jpg'],
	['JPEG Picture', 'jpeg'], ['PNG Picture', 'png'], ['QuickTime Movie', 'mov'], ['MPEG-4 Movie', 'mp4'], ['MXF File', 'mxf'], ['Wave Audio', 'wav'],
	['XML File', 'xml'], ['JSON File', 'json'], ['Archive', 'zip'], ['Mail', 'eml'], ['Subtitles', 'srt'], ['Binary File', 'bin'],
] as const;
const DROP_DOWNS: Readonly<Record<string, readonly string[]>> = {
	WO_field_2: ['Aspera', 'Signiant', 'Hard Drive', 'Satellite', 'Link'],
	WO_field_3: ['HD 1080i50', 'HD 1080p25', 'UHD 2160p50', 'UHD HDR', 'SD 576i'],
	JOB_field_2: ['Drama', 'Comedy', 'Sport', 'News', 'Factual', 'Music'],
};
const CUSTOMER_NAMES = [
	'Tern Island Films', 'Northgate Broadcast', 'Blue Kettle Pictures', 'Ostrich & Sons', 'Meridian Sport', 'Kanal Åtta', 'Lakritz Film', 'Paper Moon Kids', 'Quarry Lane Docs', 'Red Ferry Media',
	'Sable Street Productions', 'Tidewater News', 'Umbra Animation', 'Vela Music Group', 'Westwick Television', 'Yarrow Films', 'Zephyr Live', 'Atlas Distribution', 'Brightwater Trust', 'Copper Beech Studios',
	'Ćma Film', 'Dovetail Pictures', 'Eleventh Hour', 'Foxglove Entertainment', 'Gulliver Networks', 'Hinterland Films', 'Isobar Media', 'Juniper Post', 'Kestrel Features', 'Larkspur Channel',
];
const CUSTOMER_KEYS = ['010', '19', '27', '32', '123', '409', '1001'];
const FIRST_NAMES = ['Ada', 'Bruno', 'Chloé', 'Dmitri', 'Eva', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kiran', 'Lena', 'Milan', 'Nora', 'Owen', 'Petra', 'Quentin', 'Rosa', 'Søren', 'Tara'];
const LAST_NAMES = ['Abel', 'Brandt', 'Castell', 'Dunne', 'Eriksen', 'Falk', 'Grimaldi', 'Hart', 'Ivanov', 'Jansen', 'Keller', 'Lindqvist', 'Moreau', 'Novák', "O'Leary", 'Petrov', 'Rossi', 'Schäfer'];

interface TemplateRow {
	readonly key: number;
	readonly text: string;
	readonly parent?: number;
	readonly active?: 'N';
	/** Description, minutes after the begin, minutes, resource, group. */
	readonly rows: readonly (readonly [string, number, number, number | null, string | null])[];
}

const TEMPLATES: readonly TemplateRow[] = [
	{ key: 2, text: 'Studio Day', rows: [['Studio', 0, 480, 5, 'STUD'], ['Camera Operator', 0, 480, 21, 'OPER']] },
	{ key: 9, text: 'Tape Room (retired)', active: 'N', rows: [['Tape Operator', 0, 60, 22, 'OPER']] },
	{ key: 15, text: 'Live Event', rows: [['Line Test', -60, 30, 3, 'TRX'], ['Transmission', 0, 240, 3, 'TRX'], ['Operator', 0, 240, 21, 'OPER']] },
	{ key: 1012, text: 'Series Episode', rows: [['Offline Edit', 0, 480, 10, 'EDIT'], ['Online Edit', 480, 240, 11, 'EDIT']] },
	{ key: 1013, text: 'Series Episode: Grade', parent: 1012, rows: [['Grade', 720, 240, 14, 'GRAD']] },
	{ key: 1014, text: 'Series Episode: Mix', parent: 1012, rows: [['Mix', 720, 300, 17, 'AUD'], ['Mix Assistant', 720, 300, 23, 'OPER']] },
	{ key: 1015, text: 'Series Episode: Mix Review', parent: 1014, rows: [['Review', 1020, 60, 17, 'AUD']] },
];

const SERVICE_TEMPLATES = [
	[10, 'Satellite Feed', [[1, 'Dish 4', 'Transmission'], [2, 'Encoder 1', 'Encoders']]],
	[11, 'Fibre Feed', [[1, 'Line 12', 'Transmission']]],
	[12, 'Auto Route', [[1, 'Router', 'Transmission'], [2, 'Encoder 2', 'Encoders'], [3, 'QC Desk', 'Quality Control']]],
] as const;

const seedCodes = (seeder: Seeder): void => {
	DIVISIONS.forEach(([key, code, text]) => seeder.add('SysDivision', { division_code: code, division_desc: text }, key));
	PHASES.forEach(([key, text], at) => seeder.add('JmPhase', { phase_desc: text, sort_order: (at + 1) * 10 }, key));
	ORDER_TYPES.forEach(([key, text]) => seeder.add('JmWoType', { wo_type_desc: text }, key));
	JOB_TYPES.forEach(([key, text]) => seeder.add('JmJobType', { job_type_desc: text }, key));
	RATE_CARDS.forEach(([key, text]) => seeder.add('JmRateCard', { rate_card_desc: text }, key));
	VOID_REASONS.forEach(([key, text]) => seeder.add('JmCancelReason', { cancel_desc: text }, key));
	ACTIONS.forEach(([key, text]) => seeder.add('JmAction', { action_desc: text }, key));
	ASSET_TYPES.forEach(([key, text]) => seeder.add('LibAssetType', { asset_type_desc: text }, key));
	GROUPS.forEach(([key, text]) => seeder.add('SchGroup', { group_desc: text }, key));
	FILE_TYPES.forEach(([text, extension]) => seeder.add('SysAttachmentType', { attachment_type_desc: text, file_extension: extension }));
	for (const [name, options] of Object.entries(DROP_DOWNS)) {
		options.forEach((text, at) => seeder.add('SysDropDown', { drop_down_name: name, drop_down_desc: text, external_key: at % 2 === 0 ? `${name}-${at + 1}` : null }));
	}
};

/** Keys of the customers of jobs; those of orders are whole numbers. */
export const customerKeys: readonly string[] = [...CUSTOMER_KEYS, ...CUSTOMER_NAMES.slice(CUSTOMER_KEYS.length).map((_name, at) => String(1100 + at))];
export const CONTACTS = 120;
export const RESOURCES = 30;

const seedPeople = (seeder: Seeder): void => {
	const { random } = seeder;
	CUSTOMER_NAMES.forEach((name, at) => {
		const key = customerKeys[at] as string;
		seeder.add('ArCustomer', { cust_name: name, list_id: key, cust_reference: random.chance(0.3) ? `REF-${key}` : null, external_key: random.chance(0.5) || at < CUSTOMER_KEYS.length ? `CRM-${key}` : null }, key);
	});
	for (let number = 1; number <= CONTACTS; number++) {
		const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
		const address = `${first}.${last}${number}`.normalize('NFD').replace(/[^A-Za-z0-9.]/g, '').toLowerCase();
		seeder.add('SysContact', {
			contact_name: `${first} ${last}`,
			contact_type: random.pick(['Client', 'Contact', 'Contact', 'User', 'Vendor']),
			email: `${address}@example.com`,
			phone: random.chance(0.7) ? `+44 20 5550 ${String(random.whole(0, 9999)).padStart(4, '0')}` : null,
			company: random.pick(CUSTOMER_NAMES),
			external_key: random.chance(0.4) ? `HR-${1000 + number}` : null,
		});
	}
};

const KINDS = [['Edit Suite', 'EDIT'], ['Grading Room', 'GRAD'], ['Audio Room', 'AUD'], ['Operator', 'OPER'], ['Encoder', 'ENC'], ['Studio', 'STUD']] as const;

const seedResources = (seeder: Seeder): void => {
	for (let number = 1; number <= RESOURCES; number++) {
		const [text, group] = number === 3 ? (['Transmission Desk', 'TRX'] as const) : (KINDS[number % KINDS.length] ?? KINDS[0]);
		const rowId = seeder.add('SchResource', { resource_desc: `${text} ${number}`, group_code: group, external_key: number % 3 === 0 ? `RES-${number}` : null });
		for (const code of new Set([group, number === 3 ? 'UKPS' : seeder.random.pick(GROUPS)[0]])) {
			seeder.addBelow('SchResource', 'sch_resource_group', rowId, { group_code: code });
		}
	}
};

const seedTemplates = (seeder: Seeder): void => {
	for (const { key, text, parent, active, rows } of TEMPLATES) {
		const rowId = seeder.add('JmWoTemplate', { wo_template_desc: text, parent_template_no: parent ?? null, active: active ?? 'Y' }, key);
		for (const [description, offset, minutes, resource, group] of rows) {
			seeder.addBelow('JmWoTemplate', 'jm_wo_template_trx', rowId, { trx_desc: description, offset_minutes: offset, duration_minutes: minutes, resource_code: resource, group_code: group });
		}
	}
	for (const [key, text, operations] of SERVICE_TEMPLATES) {
		const rowId = seeder.add('MoServiceTemplate', { service_template_desc: text }, key);
		for (const [task, resource, group] of operations) {
			seeder.addBelow('MoServiceTemplate', 'mo_service_template_operation', rowId, { task_no: task, trx_resource_desc: resource, trx_group_desc: group });
		}
	}
};

export const seedSetup = (seeder: Seeder): void => {
	seedCodes(seeder);
	seedPeople(seeder);
	seedResources(seeder);
	seedTemplates(seeder);
};
