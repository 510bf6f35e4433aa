import { customerKeys } from './setup';
import type { Seeder } from './seeder';

/** Titles (series with episodes, and films) and library assets. */

const ADJECTIVES = [
	'Silent',
	'Crimson',
	'Northern',
	'Paper',
	'Hollow',
	'Golden',
	'Last',
	'Distant',
	'Broken',
	'Gentle',
	'Electric',
	'Salt',
];
const NOUNS = [
	'Harbour',
	'Orchard',
	'Signal',
	'Lighthouse',
	'Winter',
	'Kingdom',
	'Railway',
	'Garden',
	'Meridian',
	'Atlas',
	'Parade',
	'Tide',
];
const LANGUAGES = ['English', 'German', 'French', 'Spanish', 'Polish', 'Japanese'];
const SERIES = 12;
const EPISODES = 6;
const FILMS = 60;
const ASSETS = 320;
/** Numbers and keys that public examples of the interface use. */
const KNOWN_ASSETS: Readonly<Record<number, { readonly barcode: string; readonly external_key: string | null }>> = {
	18: { barcode: '2000XYT', external_key: null },
	915: { barcode: 'MM915', external_key: 'VX-90' },
};

const named = (seeder: Seeder): string => `The ${seeder.random.pick(ADJECTIVES)} ${seeder.random.pick(NOUNS)}`;

const seedTitles = (seeder: Seeder): number => {
	for (let series = 1; series <= SERIES; series++) {
		const text = named(seeder);
		const parent = seeder.add('LibTitle', { title_desc: text, title_type: 'Series', external_key: `RIGHTS-${100 + series}` });
		for (let episode = 1; episode <= EPISODES; episode++) {
			seeder.add('LibTitle', {
				title_desc: `${text}: Episode ${episode}`,
				title_type: 'Episode',
				parent_title_no: parent,
				external_key: `RIGHTS-${100 + series}-${episode}`,
			});
		}
	}
	for (let film = 1; film <= FILMS; film++) {
		seeder.add('LibTitle', {
			title_desc: named(seeder),
			title_type: 'Feature',
			external_key: film % 2 === 0 ? `RIGHTS-${500 + film}` : null,
		});
	}
	return SERIES * (EPISODES + 1) + FILMS;
};

const addAsset = (seeder: Seeder, number: number, titles: number): void => {
	const { random } = seeder;
	const type = random.whole(1, 8);
	const known = KNOWN_ASSETS[number];
	const rowId = seeder.add(
		'LibMaster',
		{
			barcode: known?.barcode ?? `HL${String(100_000 + number)}`,
			external_key: known ? known.external_key : number % 4 === 0 ? `MAM-${number}` : null,
			umid: number % 5 === 0 ? `060A2B340101010501010D12${String(number).padStart(8, '0')}` : null,
			master_desc: `${named(seeder)} ${random.pick(['Master', 'Trailer', 'Textless', 'Mix', 'Dub', 'Rushes'])}`,
			asset_type_no: type,
			location: random.pick(['Vault A', 'Vault B', 'Shelf 12', 'Online', 'Nearline', null]),
			cust_id: random.pick(customerKeys),
			LM_field_1: random.chance(0.2) ? seeder.at(random.whole(100, 900)) : null,
			date_added: seeder.at(-random.whole(1, 700), random.whole(0, 1439)),
			date_changed: seeder.at(-random.whole(0, 1), random.whole(0, 600)),
		},
		number,
	);
	seeder.addBelow('LibMaster', 'lib_master_title', rowId, { title_no: random.whole(1, titles) });
	const language = random.pick(LANGUAGES);
	for (const [at, side] of (random.chance(0.6) ? ['Stereo Left', 'Stereo Right'] : []).entries()) {
		seeder.addBelow('LibMaster', 'lib_master_audio', rowId, {
			audio_channel: at + 1,
			audio_desc: side,
			audio_content_desc: random.pick(['Full Mix', 'Music and Effects']),
			track_language: language,
		});
	}
};

export const seedLibrary = (seeder: Seeder): void => {
	const titles = seedTitles(seeder);
	for (let number = 1; number <= ASSETS; number++) {
		addAsset(seeder, number, titles);
	}
	addAsset(seeder, 915, titles);
};
