/** Finds the text that people read in a file: Markdown without code, and the comments and strings of TypeScript and JavaScript. */
import path from 'node:path';

import ts from 'typescript';

/** A piece of text and the line on which it starts, counted from 1. */
export interface Prose {
	readonly line: number;
	readonly text: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/**
 * The lines of a Markdown page, with blanks instead of code, comments, URLs and labels in italics: labels are checked where they are
 * defined.
 */
const proseOfMarkdown = (page: string): Prose[] =>
	page
		.replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, blank)
		.replace(/<!--[\s\S]*?-->/g, blank)
		.replace(/`[^`\n]*`/g, blank)
		.replace(/\]\([^)\s]*\)/g, blank)
		.replace(/(?<![*\w])\*[^*\n]+\*(?!\*)/g, blank)
		.split('\n')
		.map((text, index) => ({ line: index + 1, text }))
		.filter(({ text }) => text.trim() !== '');

const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, blank).replace(/\{@link [^}]*\}/g, blank);

/** The comments and strings of a file. A string counts if it has at least two words; imports and paths do not. */
const proseOfCode = (file: string, code: string): Prose[] => {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS);
	const found: Prose[] = [];
	const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
	const seen = new Set<number>();
	const addComments = (ranges: readonly ts.CommentRange[] | undefined): void => {
		for (const { pos, end } of ranges ?? []) {
			if (seen.has(pos)) continue;
			seen.add(pos);
			withoutCode(code.slice(pos, end))
				.split('\n')
				.forEach((text, index) => found.push({ line: lineAt(pos) + index, text }));
		}
	};
	const visit = (node: ts.Node): void => {
		addComments(ts.getLeadingCommentRanges(code, node.getFullStart()));
		addComments(ts.getTrailingCommentRanges(code, node.getEnd()));
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
			if (!ts.isImportDeclaration(node.parent) && /[a-z]\s+\S/i.test(node.text))
				found.push({ line: lineAt(node.getStart()), text: node.text });
		}
		node.forEachChild(visit);
	};
	visit(source);
	return found;
};

/** The prose in a file, extracted according to the file's extension. */
export const proseOf = (file: string, text: string): Prose[] =>
	path.extname(file) === '.md' ? proseOfMarkdown(text) : proseOfCode(file, text);
