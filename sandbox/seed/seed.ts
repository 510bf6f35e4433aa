import type { Records } from '../storage/records';
import { seedClientDocuments } from './clients';
import { seedLibrary } from './library';
import { seedOrders } from './orders';
import { Seeder } from './seeder';
import { seedSetup } from './setup';
import { seedWork } from './work';

/**
 * Fills an empty database with the records of Harbour Lane Studios, a fictional facility. The records are the same on every start. Runs
 * within the caller's transaction; the caller renders the records afterwards.
 */
export const seed = (store: Records): void => {
	// Each part has its own random seed, so that changing one part does not change the others.
	const resources = seedSetup(new Seeder(store, 20_260_601));
	seedLibrary(new Seeder(store, 2_257_287_790));
	seedWork(new Seeder(store, 1_376_935_605), resources);
	seedOrders(new Seeder(store, 2_069_053_648), resources);
	seedClientDocuments(new Seeder(store, 1_104_772_319), resources);
};
