import { readFileSync } from 'node:fs';
import { readSiteProfile, type SiteProfile } from '../../core/catalog';

/** Reads `--profile`: a file, or the JSON itself. `refused` is the message for an invalid one. */
export const readProfileOption = (given: string): { profile: SiteProfile } | { refused: string } => {
	let text = given;
	if (!given.trim().startsWith('{')) {
		try {
			text = readFileSync(given, 'utf8');
		} catch (error) {
			return { refused: `'--profile' must be a JSON file: ${(error as Error).message}` };
		}
	}
	const { profile, refusal } = readSiteProfile(text);
	return refusal === undefined ? { profile } : { refused: `The profile in '--profile' ${refusal}` };
};
