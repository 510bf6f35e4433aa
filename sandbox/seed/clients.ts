import type { Seeder } from './seeder';
import type { Resource } from './setup';

/** Records of the additional documents that publicly available API clients use. */

const QUALIFICATIONS = ['Avid Media Composer', 'DaVinci Resolve', 'Pro Tools', 'Steadicam', 'Working at Height'];
const SALES_OFFICES = ['London', 'Manchester', 'Berlin', 'Toronto'];
const REASONS = ['Vacation', 'Training', 'Parental Leave', 'Sick Leave'];
const ALERTS = ['Order without a resource', 'Delivery is due', 'Time card is missing'];
const TIMES_OFF = 24;
const SESSIONS = 8;
const ASSETS_PER_SESSION = 3;

export const seedClientDocuments = (seeder: Seeder, resources: readonly Resource[]): void => {
	const { random } = seeder;
	QUALIFICATIONS.forEach((text) => seeder.add('SchQualification', { qualification_desc: text }));
	SALES_OFFICES.forEach((text) => seeder.add('JmSalesOffice', { sales_office_desc: text }));
	for (let number = 0; number < TIMES_OFF; number++) {
		const day = random.whole(-60, 90);
		seeder.add('SchRosterTimeOff', {
			time_off_desc: random.pick(REASONS),
			resource_code: random.pick(resources).code,
			time_off_begin_dt: seeder.at(day),
			time_off_end_dt: seeder.at(day + random.whole(1, 14)),
			approved: random.chance(0.8) ? 'Y' : 'N',
		});
	}
	ALERTS.forEach((text, at) =>
		seeder.add('XeAlert', {
			alert_desc: text,
			document_name: 'JmWorkOrder',
			record_key: `${100 + at}-1`,
			active: 'Y',
			date_added: seeder.at(-at),
		}),
	);
	for (let session = 1; session <= SESSIONS; session++) {
		for (let asset = 0; asset < ASSETS_PER_SESSION; asset++) {
			seeder.add('ImSessionLibMaster', {
				session_no: session,
				session_desc: `Ingest session ${session}`,
				master_no: random.whole(1, 320),
				date_added: seeder.at(-session),
			});
		}
	}
};
