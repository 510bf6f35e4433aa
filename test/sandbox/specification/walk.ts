import { RELEASES, type Release } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { type Call, callerOf } from '../data/caller';

/** A sentence of the specification, and the requests that verify it on a release. */
export interface Sentence {
	/** The sentence, shortened. */
	readonly says: string;
	/** The first release for which the specification states it. */
	readonly since?: Release;
	/** Calls the API and checks the responses; `tag` is a string that no other sentence uses. */
	readonly holds: (call: Call, tag: string, release: Release) => Promise<void>;
}

/** Tests every sentence on the sandbox of each release to which the sentence applies. There is one test per sentence and release. */
export const walkThrough = (sections: Readonly<Record<string, readonly Sentence[]>>): void => {
	describe.each(RELEASES)('The sandbox on release %s', (release) => {
		const sandbox = sandboxForTests({ release });
		for (const [section, sentences] of Object.entries(sections)) {
			const there = sentences.filter(({ since = '10.6' }) => RELEASES.indexOf(since) <= RELEASES.indexOf(release));
			if (there.length === 0) {
				continue;
			}
			it.each(there.map(({ says, holds }, at) => [says, holds, `${section}-${at}`.replace(/\W/g, '-')] as const))(
				`${section}: %s`,
				async (_says, holds, tag) => {
					await holds(
						callerOf(() => sandbox),
						tag,
						release,
					);
				},
			);
		}
	});
};
