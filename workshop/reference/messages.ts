/** `docs/reference/messages.md`: every error message, hint and notice in the published code, read from the sources, so that none is missing. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { checkout } from '../paths';

export const MESSAGES_PAGE = 'docs/reference/messages.md';

/** Files whose texts are labels and descriptions of parameters: the page of the parameters lists those. */
const PARAMETER_FILES = /^bridge\/properties\/|Properties\.ts$|^core\/catalog\//;
/** Properties of objects whose texts a user reads. */
const TEXT_PROPERTIES = new Set(['message', 'what', 'hint', 'text', 'description', 'refusal', 'because', 'why', 'notice']);
/** Functions and classes whose arguments are texts that a user reads. */
const TEXT_CALLS = /(?:Error|^refus\w*|Notice|^notStarted|^without\w*)$/;

const sources = (): string[] =>
	['core', 'bridge'].flatMap((folder) =>
		readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => `${folder}/${name.split(path.sep).join('/')}`),
	);

/** Whether a text is a sentence or a part of one, unlike a name or a code. */
const isProse = (text: string): boolean => /[a-z]{2,} +\S/.test(text);

/** The texts of an expression; `${…}` shows the code that fills in a value. */
const textsOf = (node: ts.Node): string[] => {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node))
		return [
			[
				node.head.text,
				...node.templateSpans.map(({ expression, literal }) => `\${${expression.getText().replace(/\s+/g, ' ')}}${literal.text}`),
			].join(''),
		];
	if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
	if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
	if (ts.isBinaryExpression(node)) return [...textsOf(node.left), ...textsOf(node.right)];
	return [];
};

const prose = (nodes: readonly ts.Node[]): string[] => nodes.flatMap(textsOf).filter(isProse);

/** The texts of one file, one entry for each object, call or constant that contains some. */
const entriesIn = (file: string): string[][] => {
	const source = ts.createSourceFile(file, readFileSync(path.join(checkout, file), 'utf8'), ts.ScriptTarget.Latest, true);
	const entries: string[][] = [];
	const add = (texts: string[]): void => void (texts.length > 0 && entries.push(texts));
	const visit = (node: ts.Node): void => {
		if (ts.isObjectLiteralExpression(node) && isParameter(node)) return;
		if (ts.isObjectLiteralExpression(node))
			add(
				prose(
					node.properties
						.filter(ts.isPropertyAssignment)
						.filter(({ name }) => TEXT_PROPERTIES.has(name.getText()))
						.map(({ initializer }) => initializer),
				),
			);
		else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
			if (TEXT_CALLS.test(node.expression.getText().split('.').at(-1) ?? '')) add(prose(node.arguments ?? []));
		} else if (ts.isReturnStatement(node)) add(node.expression === undefined ? [] : prose([node.expression]));
		else if (ts.isVariableDeclaration(node) && node.initializer && /^[A-Z][A-Z_]+$/.test(node.name.getText()))
			add(prose([node.initializer]));
		else if (ts.isPropertyAssignment(node) && !TEXT_PROPERTIES.has(node.name.getText())) add(prose([node.initializer]));
		else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add(prose([node.body]));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return entries;
};

/** Whether an object describes a parameter or an option, which the page of the parameters lists. */
const isParameter = (node: ts.ObjectLiteralExpression): boolean => {
	const names = new Set(node.properties.map((property) => property.name?.getText()));
	return names.has('displayName') || (names.has('name') && names.has('value'));
};

const cell = (texts: readonly string[]): string =>
	texts.map((text) => text.replaceAll(/[|`]/g, '\\$&').replace(/\s+/g, ' ').trim()).join('<br>');

/** The whole page. */
export const messagesPage = (): string => {
	const sections = sources()
		.filter((file) => !PARAMETER_FILES.test(file))
		.sort()
		.flatMap((file) => {
			const entries = entriesIn(file);
			return entries.length === 0 ? [] : [`## ${file}\n\n${entries.map((texts) => `- ${cell(texts)}`).join('\n')}`];
		});
	return `# Messages

All error messages, hints and notices of the nodes, by source file. A message is followed by the sentence on how to fix it. \`\${…}\` stands for a value.
If the server explains an error, its text comes first, unchanged. \`npm run reference\` writes this page.

${sections.join('\n\n')}
`;
};
