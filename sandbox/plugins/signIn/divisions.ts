import type { ApiUser } from '../../documents/user';
import type { Store } from '../../storage/store';
import { documentNamed } from '../../storage/tables';

/** A user with access to all divisions, including ones created later. The first division is the default. */
export function userOfAllDivisions(name: string, store: Store): ApiUser {
	const table = documentNamed('SysDivision').root.stored;
	let version = -1;
	let divisions: readonly number[] = [];
	const current = (): readonly number[] => {
		if (version !== store.version(table)) {
			version = store.version(table);
			divisions = store.all('SELECT division_no FROM sys_division ORDER BY division_no').map(({ division_no: number }) => number as number);
		}
		return divisions;
	};
	return {
		name,
		get divisions() {
			return current();
		},
		get defaultDivision() {
			return current()[0] ?? 1;
		},
	};
}
