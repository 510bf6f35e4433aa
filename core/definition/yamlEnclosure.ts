/** Looks for the end of a quoted text, or of a collection in brackets, line by line: each letter is looked at once. */
export class Enclosure {
	private depth = 0;

	/** The sign of the quoted text that is open. */
	private quote = '';

	/** Whether a quoted text can begin here: not within a plain one, where a quote is a letter. */
	private isStart = true;

	/** Takes the next line; true where the whole ends in it. */
	endsIn(line: string): boolean {
		for (let at = 0; at < line.length; at += 1) {
			const sign = line[at]!;
			if (this.quote !== '') {
				if (sign === '\\' && this.quote === '"') at += 1;
				else if (sign === this.quote && sign === "'" && line[at + 1] === "'") at += 1;
				else if (sign === this.quote) {
					this.quote = '';
					if (this.depth === 0) return true;
				}
			} else if (this.isStart && (sign === '"' || sign === "'")) {
				this.quote = sign;
				this.isStart = false;
			} else if (sign === '[' || sign === '{') {
				this.depth += 1;
				this.isStart = true;
			} else if (sign === ']' || sign === '}') {
				this.depth -= 1;
				this.isStart = false;
				if (this.depth === 0) return true;
			} else if (sign === ',' || sign === ':') this.isStart = true;
			else if (!/\s/.test(sign)) this.isStart = false;
		}
		return false;
	}
}
