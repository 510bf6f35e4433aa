/**
 * `docs/reference/messages.md`: every error message, hint and notice in the published code, read from the sources, so that none is missing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { checkout } from '../paths';

export const MESSAGES_PAGE = 'docs/reference/messages.md';

/** Folders of the published code. */
const FOLDERS = ['core', 'bridge', 'nodes', 'credentials'];
/**
 * Files that define parameters. The parameters page lists their labels, descriptions and hints. This page lists only their messages and
 * node hints.
 */
const PARAMETER_FILES = /^(?:nodes|credentials)\/|^bridge\/properties\/|Properties\.ts$|^core\/catalog\/|^core\/files\/formats\.ts$/;
/** Files without messages. The strings about gateways are for the page on reliability. */
const WITHOUT_MESSAGES = new Set(['core/http/gateways.ts']);
/** Properties whose strings form one message if they belong to the same object. */
const TEXT_PROPERTIES = new Set([
	...['message', 'what', 'hint', 'text', 'description', 'refusal', 'because', 'why', 'notice', 'errorMessage', 'rejected', 'forbidden'],
	// The properties of a finding in the site check.
	...['assumed', 'found', 'effect', 'recommendation', 'details'],
]);
/** The properties whose strings form a message in {@link PARAMETER_FILES} or in the description of a parameter. */
const TEXT_PROPERTIES_OF_PARAMETERS = new Set(['message', 'errorMessage', 'rejected', 'forbidden']);
/** Functions and classes whose arguments form one message. */
const TEXT_CALLS = /(?:Error|^refus\w*|Notice|^notStarted|^without\w*|^ok|^difference|^blocker|^compare|^warningHints)$/;
/** Functions whose arguments describe a parameter. */
const PARAMETER_CALLS = /(?:^lookupLocator|^recordLocator)$/;
/** The function whose arguments are text from another program, not messages of the nodes. */
const COMPARISON = 'startsWith';
/** Strings for programs: headers, HTML, CSS, names of character references and n8n's expressions. */
const FOR_PROGRAMS = /^(?:Basic|Bearer|gzip,|application\/json,|nbsp) |<\/?[a-z]+[ >]|^body\{|^=?\{\{|\$credentials/;
/** Labels of parameters, which messages quote: each word is capitalized, except conjunctions and prepositions. */
const LABEL = /^[A-Z][\w-]*(?: (?:[A-Z(][\w()-]*|and|by|from|in|into|of|or|per|to|with))+$/;

const sources = (): string[] =>
	FOLDERS.flatMap((folder) =>
		readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => `${folder}/${name.split(path.sep).join('/')}`),
	).filter((file) => !WITHOUT_MESSAGES.has(file));

type Text = ts.StringLiteralLike | ts.TemplateExpression;

const isText = (node: ts.Node): node is Text => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The text of a string; `${…}` shows the code that fills in a value. */
const textOf = (node: Text): string =>
	ts.isTemplateExpression(node)
		? [
				node.head.text,
				...node.templateSpans.map(({ expression, literal }) => `\${${expression.getText().replace(/\s+/g, ' ')}}${literal.text}`),
			].join('')
		: node.text;

/** Whether a string is a sentence or part of one, as opposed to a name or a code. */
const isProse = (node: Text): boolean => {
	const fixed = ts.isTemplateExpression(node)
		? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
		: node.text;
	return /[A-Za-z][a-z]+,? +\S/.test(fixed) && !FOR_PROGRAMS.test(fixed) && !LABEL.test(fixed);
};

/** The strings that an expression can evaluate to. */
const textsOf = (node: ts.Node): Text[] => {
	if (isText(node)) return isProse(node) ? [node] : [];
	if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
	if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
	if (ts.isBinaryExpression(node)) return [...textsOf(node.left), ...textsOf(node.right)];
	if (ts.isIdentifier(node)) return constantTexts(node);
	return [];
};

/** The strings of a constant in the same file. */
const constantTexts = (name: ts.Identifier): Text[] =>
	name
		.getSourceFile()
		.statements.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => declarationList.declarations)
		.filter((declaration) => declaration.name.getText() === name.text)
		.flatMap(({ initializer }) => (initializer !== undefined && isText(initializer) ? textsOf(initializer) : []));

const propertyTexts = (node: ts.ObjectLiteralExpression, names: ReadonlySet<string>): Text[] =>
	node.properties
		.filter(ts.isPropertyAssignment)
		.filter(({ name }) => names.has(name.getText()))
		.flatMap(({ initializer }) => textsOf(initializer));

/** The messages in one file. The strings of an object or a function call form one entry; every other string has its own entry. */
const entriesIn = (file: string): string[][] => {
	const source = ts.createSourceFile(file, readFileSync(path.join(checkout, file), 'utf8'), ts.ScriptTarget.Latest, true);
	const entries: string[][] = [];
	const listed = new Set<Text>();
	const add = (texts: readonly Text[]): void => {
		const added = texts.filter((text) => !listed.has(text));
		if (added.length > 0) entries.push(added.map(textOf));
		for (const text of added) listed.add(text);
	};
	const visit = (node: ts.Node, ofParameter: boolean): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.expression.getText().split('.').at(-1) ?? '') : '';
		if (called === COMPARISON) return;
		const isOfParameter = ofParameter || PARAMETER_CALLS.test(called) || (ts.isObjectLiteralExpression(node) && isParameter(node));
		if (ts.isObjectLiteralExpression(node)) add(propertyTexts(node, isOfParameter ? TEXT_PROPERTIES_OF_PARAMETERS : TEXT_PROPERTIES));
		else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
			if (TEXT_CALLS.test(called)) add((node.arguments ?? []).flatMap(textsOf));
		} else if (!isOfParameter && (ts.isConditionalExpression(node) || isText(node))) add(textsOf(node));
		else if (isMessageOfStatus(node)) add(textsOf(node.elements[1]!));
		ts.forEachChild(node, (child) => visit(child, isOfParameter));
	};
	visit(source, PARAMETER_FILES.test(file));
	return entries;
};

/** Whether an object describes a parameter or an option, which the parameters page lists. */
const isParameter = (node: ts.ObjectLiteralExpression): boolean => {
	const names = new Set(node.properties.map((property) => property.name?.getText()));
	return names.has('displayName') || (names.has('name') && names.has('value'));
};

/** Whether this is a pair of a status and its message, as in the connection test of a credential. */
const isMessageOfStatus = (node: ts.Node): node is ts.ArrayLiteralExpression =>
	ts.isArrayLiteralExpression(node) && node.elements.length === 2 && ts.isNumericLiteral(node.elements[0]!);

const cell = (texts: readonly string[]): string =>
	texts.map((text) => text.replaceAll(/[|`]/g, '\\$&').replace(/\s+/g, ' ').trim()).join('<br>');

export const messagesPage = (): string => {
	const sections = sources()
		.sort()
		.flatMap((file) => {
			const entries = entriesIn(file);
			return entries.length === 0 ? [] : [`## ${file}\n\n${entries.map((texts) => `- ${cell(texts)}`).join('\n')}`];
		});
	return `# Messages

All error messages, hints and notices of the nodes, by source file. If there is a hint on how to fix the problem, it follows the message. \`\${…}\` is a placeholder for a value.
If the server explains an error, its text comes first, unchanged. \`npm run reference\` writes this page.

${sections.join('\n\n')}
`;
};
