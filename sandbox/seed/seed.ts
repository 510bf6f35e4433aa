import type { Store } from '../storage/store';
import { seedLibrary } from './library';
import { seedOrders } from './orders';
import { Seeder } from './seeder';
import { seedSetup } from './setup';
import { seedWork } from './work';

/**
 * Fills an empty database with the records of Harbour Lane Studios, a facility that does not exist: the same
 * on every start. Runs inside the caller's transaction; the caller renders afterwards.
 */
export const seed = (store: Store): void => {
	const seeder = new Seeder(store);
	seedSetup(seeder);
	seedLibrary(seeder);
	seedWork(seeder);
	seedOrders(seeder);
};
