import type { Seeder } from './seeder';
import {
	ACTIONS,
	ASSET_TYPES,
	CUSTOMER_KEYS,
	CUSTOMER_NAMES,
	DIVISIONS,
	DROP_DOWNS,
	FILE_TYPES,
	FIRST_NAMES,
	ADDITIONAL_GROUPS,
	GROUPS,
	JOB_TYPES,
	LAST_NAMES,
	ORDER_TYPES,
	PHASES,
	RATE_CARDS,
	RESOURCES,
	VOID_REASONS,
} from './setupRecords';
import { SERVICE_TEMPLATES, TEMPLATES } from './templates';

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
		options.forEach((text, at) =>
			seeder.add('SysDropDown', {
				drop_down_name: name,
				drop_down_desc: text,
				external_key: at % 2 === 0 ? `${name}-${at + 1}` : null,
			}),
		);
	}
};

/** The keys of all customers. They are whole numbers, because the customer field of an order is an integer. */
export const customerKeys: readonly string[] = [
	...CUSTOMER_KEYS,
	...CUSTOMER_NAMES.slice(CUSTOMER_KEYS.length).map((_name, at) => String(1100 + at)),
];
/** The number of contact cards. */
export const CONTACTS = 120;

const seedPeople = (seeder: Seeder): void => {
	const { random } = seeder;
	CUSTOMER_NAMES.forEach((name, at) => {
		const key = customerKeys[at] as string;
		seeder.add(
			'ArCustomer',
			{
				cust_name: name,
				list_id: key,
				cust_reference: random.chance(0.3) ? `REF-${key}` : null,
				external_key: random.chance(0.5) || at < CUSTOMER_KEYS.length ? `CRM-${key}` : null,
			},
			key,
		);
	});
	for (let number = 1; number <= CONTACTS; number++) {
		const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
		const address = `${first}.${last}${number}`
			.normalize('NFD')
			.replace(/[^A-Za-z0-9.]/g, '')
			.toLowerCase();
		seeder.add('SysContact', {
			contact_name: `${first} ${last}`,
			contact_type: random.pick(['Client', 'Contact', 'Contact', 'User', 'Vendor']),
			email: `${address}@example.com`,
			phone: random.chance(0.7) ? `+44 20 7946 0${String(random.whole(0, 999)).padStart(3, '0')}` : null,
			company: random.pick(CUSTOMER_NAMES),
			external_key: random.chance(0.4) ? `HR-${1000 + number}` : null,
		});
	}
};

/** A resource that can be booked. */
export interface Resource {
	readonly code: string;
	/** The resource's default group, which is also in its group list. */
	readonly group: string;
	readonly groups: readonly string[];
}

const seedResources = (seeder: Seeder): readonly Resource[] =>
	RESOURCES.map(([text, group], at): Resource => {
		const code = String(at + 1);
		const rowId = seeder.add(
			'SchResource',
			{ resource_desc: text, group_code: group, external_key: at % 3 === 2 ? `RES-${at + 1}` : null },
			code,
		);
		const groups = [...new Set([group, seeder.random.pick(ADDITIONAL_GROUPS[group])])];
		groups.forEach((code) => seeder.addRow('SchResource', 'sch_resource_group', rowId, { group_code: code }));
		return { code, group, groups };
	});

const seedTemplates = (seeder: Seeder): void => {
	for (const { key, text, parent, active, rows } of TEMPLATES) {
		const rowId = seeder.add('JmWoTemplate', { wo_template_desc: text, parent_template_no: parent ?? null, active: active ?? 'Y' }, key);
		for (const [description, offset, minutes, resource, group] of rows) {
			seeder.addRow('JmWoTemplate', 'jm_wo_template_trx', rowId, {
				trx_desc: description,
				offset_minutes: offset,
				duration_minutes: minutes,
				resource_code: resource === null ? null : String(resource),
				group_code: group,
			});
		}
	}
	for (const [key, text, operations] of SERVICE_TEMPLATES) {
		const rowId = seeder.add('MoServiceTemplate', { service_template_desc: text }, key);
		for (const [task, resource, group] of operations) {
			seeder.addRow('MoServiceTemplate', 'mo_service_template_operation', rowId, {
				task_no: task,
				trx_resource_desc: resource,
				trx_group_desc: group,
			});
		}
	}
};

export const seedSetup = (seeder: Seeder): readonly Resource[] => {
	seedCodes(seeder);
	seedPeople(seeder);
	const resources = seedResources(seeder);
	seedTemplates(seeder);
	return resources;
};
