import { badRequest, ruleViolation } from '../documents/httpError';
import { readPlain } from '../documents/values';
import type { WrittenRecord } from '../documents/writer';
import { documentNamed, type FieldView } from '../storage/tables';
import { current, type RuleCall, type DocumentRule, values } from './rule';

const textOf = ({ document }: RuleCall, { row }: WrittenRecord, name: string): string | undefined => {
	const raw = row?.fields.get(name) ?? null;
	return raw === null ? undefined : String(readPlain(document.root.byName.get(name) as FieldView, raw, { honorsOffsets: true }));
};

const titleWith = ({ unit }: RuleCall, externalKey: string): number | undefined =>
	unit.store.get('SELECT row_id FROM lib_title WHERE external_key = ?', [externalKey])?.row_id as number | undefined;

/** The parent that `parent_external_key` refers to. If it does not exist, it is created with the name in `parent_title_desc`. */
const parentOf = (call: RuleCall, record: WrittenRecord): number | undefined => {
	const [externalKey, description] = [textOf(call, record, 'parent_external_key'), textOf(call, record, 'parent_title_desc')];
	const found = externalKey === undefined ? undefined : titleWith(call, externalKey);
	if (found !== undefined || (externalKey === undefined && description === undefined)) {
		return found;
	}
	if (description === undefined) {
		throw ruleViolation(
			`'parent_external_key' refers to a title that does not exist: '${externalKey}'; send 'parent_title_desc' to create it`,
		);
	}
	const { unit } = call;
	const titles = documentNamed('LibTitle');
	return unit.insert(
		titles,
		titles.root,
		null,
		unit.nextKey(titles.root, null),
		values({ external_key: externalKey ?? null, title_desc: description }),
	);
};

const refuseCycle = (call: RuleCall, record: WrittenRecord): void => {
	const seen = new Set<unknown>([record.rowId]);
	for (
		let at = current(call, record).parent_title_no;
		typeof at === 'number';
		at = call.unit.row(call.document.root.stored, at)?.parent_title_no
	) {
		if (seen.has(at)) {
			throw ruleViolation(`'parent_title_no' ${at} is itself below title ${record.key}`);
		}
		seen.add(at);
	}
};

/** Links a title to its parent, by number or external key. No title can be its own ancestor. */
export const titleHierarchy: DocumentRule = {
	documents: ['LibTitleHierarchyFacade', 'LibTitle'],
	apply(call) {
		for (const record of call.records) {
			if (call.document.root.facade) {
				const parent = (record.given.get('parent_title_no') ?? null) === null ? parentOf(call, record) : undefined;
				if (parent !== undefined) {
					call.unit.update(call.document, call.document.root, record.rowId, values({ parent_title_no: parent }));
				}
				if (call.kind === 'create' && (current(call, record).parent_title_no ?? null) === null) {
					throw badRequest("'parent_title_no' or 'parent_external_key' is required, because this document assigns each title to a parent");
				}
			}
			refuseCycle(call, record);
		}
	},
};
