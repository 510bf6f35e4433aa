import type { Seeder } from './seeder';
import { customerKeys } from './setup';

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
/** The assets in public examples, by number, with their keys. */
const KNOWN_ASSETS: Readonly<Record<number, { readonly barcode: string; readonly external_key: string | null }>> = {
	18: { barcode: '2000XYT', external_key: null },
	915: { barcode: 'MM915', external_key: 'VX-90' },
};

const named = (seeder: Seeder): string => `The ${seeder.random.pick(ADJECTIVES)} ${seeder.random.pick(NOUNS)}`;

interface AssetKind {
	readonly text: string;
	/** The possible asset types of this kind. */
	readonly types: readonly number[];
	/** The contents of the audio tracks; empty if the asset has no audio. */
	readonly sound: readonly string[];
}

const ASSET_KINDS: readonly AssetKind[] = [
	{ text: 'Master', types: [1, 2], sound: ['Full Mix'] },
	{ text: 'Trailer', types: [1, 8], sound: ['Full Mix'] },
	{ text: 'Textless', types: [1, 2], sound: ['Full Mix', 'Music and Effects'] },
	{ text: 'Mix', types: [6], sound: ['Full Mix', 'Music and Effects'] },
	{ text: 'Dub', types: [6], sound: ['Full Mix'] },
	{ text: 'Rushes', types: [3, 4, 5], sound: [] },
	{ text: 'Subtitles', types: [7], sound: [] },
];
const ON_SHELVES = ['Vault A', 'Vault B', 'Shelf 12'];
const ON_DISK = ['Online', 'Nearline'];
/** Asset types that are physical: tapes, drives and reels. */
const PHYSICAL_TYPES = [2, 3, 4, 5];

/** Creates the titles. Returns their descriptions in the order of their numbers. */
const seedTitles = (seeder: Seeder): readonly string[] => {
	const texts: string[] = [];
	const add = (text: string, fields: Readonly<Record<string, string | number | null>>): number => {
		texts.push(text);
		return seeder.add('LibTitle', { title_desc: text, ...fields });
	};
	for (let series = 1; series <= SERIES; series++) {
		const text = named(seeder);
		const parent = add(text, { title_type: 'Series', external_key: `RIGHTS-${100 + series}` });
		for (let episode = 1; episode <= EPISODES; episode++) {
			add(`${text}: Episode ${episode}`, {
				title_type: 'Episode',
				parent_title_no: parent,
				external_key: `RIGHTS-${100 + series}-${episode}`,
			});
		}
	}
	for (let film = 1; film <= FILMS; film++) {
		add(named(seeder), { title_type: 'Feature', external_key: film % 2 === 0 ? `RIGHTS-${500 + film}` : null });
	}
	return texts;
};

/** A basic UMID (SMPTE 330M): label, length, instance number 0, material number. */
const umidOf = (number: number): string => `060A2B340101010501010D1213000000${String(number).padStart(32, '0')}`;

const addAsset = (seeder: Seeder, number: number, titles: readonly string[]): void => {
	const { random } = seeder;
	const title = random.whole(1, titles.length);
	const { text, types, sound } = random.pick(ASSET_KINDS);
	const type = random.pick(types);
	const known = KNOWN_ASSETS[number];
	const rowId = seeder.add(
		'LibMaster',
		{
			barcode: known?.barcode ?? `HL${String(100_000 + number)}`,
			external_key: known ? known.external_key : number % 4 === 0 ? `MAM-${number}` : null,
			umid: number % 5 === 0 ? umidOf(number) : null,
			master_desc: `${titles[title - 1] as string} ${text}`,
			asset_type_no: type,
			location: random.pick([...(PHYSICAL_TYPES.includes(type) ? ON_SHELVES : ON_DISK), null]),
			cust_id: random.pick(customerKeys),
			LM_field_1: random.chance(0.2) ? seeder.at(random.whole(100, 900)) : null,
			LM_field_2: number % 6 === 0 ? '["HD","UHD"]' : null,
			date_added: seeder.at(-random.whole(1, 700), random.whole(0, 1439)),
			date_changed: seeder.at(-random.whole(0, 1), random.whole(0, 600)),
		},
		number,
	);
	seeder.addRow('LibMaster', 'lib_master_title', rowId, { title_no: title });
	if (!PHYSICAL_TYPES.includes(type)) {
		const name = known?.barcode ?? `HL${String(100_000 + number)}`;
		seeder.addRow('LibMaster', 'lib_master_file', rowId, {
			file_path: `//vault/masters/${name}.mxf`,
			file_size: 1_000_000 + number * 4096,
		});
	}
	const language = random.pick(LANGUAGES);
	for (const content of sound) {
		for (const side of ['Stereo Left', 'Stereo Right']) {
			seeder.addRow('LibMaster', 'lib_master_audio', rowId, {
				audio_channel: sound.indexOf(content) * 2 + (side === 'Stereo Left' ? 1 : 2),
				audio_desc: side,
				audio_content_desc: content,
				track_language: content === 'Full Mix' ? language : null,
			});
		}
	}
};

export const seedLibrary = (seeder: Seeder): void => {
	const titles = seedTitles(seeder);
	for (let number = 1; number <= ASSETS; number++) {
		addAsset(seeder, number, titles);
	}
	addAsset(seeder, 915, titles);
};
