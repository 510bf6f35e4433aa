import type { Notice, OnNotice } from '../../core/model/notice';

/** The maximum number of notices to show for a run. */
const MAX_SHOWN = 5;

/** Collects the notices of a run. */
export class Notices {
	/** The texts by name. Each name has at most {@link MAX_SHOWN}, because an import can report one for each of a million rows. */
	readonly texts = new Map<Notice['name'], Set<string>>();

	readonly add: OnNotice = ({ name, text }) => {
		const texts = this.texts.get(name) ?? new Set();
		this.texts.set(name, texts);
		if (texts.size < MAX_SHOWN) texts.add(text);
	};

	/**
	 * The texts to show. The messages of the site come last. The first texts of all names come before the second text of any name, so that
	 * many notices of one kind do not hide the only notice of another kind.
	 */
	shown(): string[] {
		const { siteMessage = [], ...own } = Object.fromEntries([...this.texts].map(([name, texts]) => [name, [...texts]]));
		const rounds = Array.from({ length: MAX_SHOWN }, (_, round) => Object.values(own).flatMap((texts) => texts.slice(round, round + 1)));
		return [...rounds.flat(), ...siteMessage].slice(0, MAX_SHOWN);
	}
}
