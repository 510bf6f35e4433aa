/** Finds the end of a quoted string or a flow collection, line by line. Each character is read once. */
export class Enclosure {
	private depth = 0;

	/** The quotation mark that opened the current string; empty outside a string. */
	private quote = '';

	/** Whether a quotation mark would start a string here. Inside a plain scalar, it is a normal character. */
	private isStart = true;

	/** Reads the next line. Returns whether the string or collection ends on it. */
	endsIn(line: string): boolean {
		for (let at = 0; at < line.length; at += 1) {
			const sign = line.charAt(at);
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
