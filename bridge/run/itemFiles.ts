/** Finds the files of an item in either of n8n's binary modes. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Row } from '../../core/model/terms';
import { isRow, textOf } from './params';

/** Whether the workflow keeps its files in the JSON of the items. n8n 1 has no such mode, and no function that returns the settings. */
const isCombined = (context: IExecuteFunctions): boolean => context.getWorkflowSettings?.().binaryMode === 'combined';

/** The property in which the combined mode keeps the files of an item. */
const IN_JSON = '_files';

/** The type of a file without one. n8n's functions accept only files with a type. */
const UNKNOWN_TYPE = 'application/octet-stream';

const withType = (file: Row): IBinaryData => ({ ...file, mimeType: textOf(file.mimeType) || UNKNOWN_TYPE }) as IBinaryData;

/** The files among the values of an object. In the JSON of an item, only a type distinguishes a file from other data. */
const filesIn = (values: unknown, isTyped: boolean): [string, IBinaryData][] =>
	Object.entries(isRow(values) ? values : {}).flatMap(([field, file]) =>
		isRow(file) && (!isTyped || 'mimeType' in file) ? [[field, withType(file)]] : [],
	);

/** The files of an item, by field. */
export const filesOf = (context: IExecuteFunctions, index: number): ReadonlyMap<string, IBinaryData> => {
	const item = context.getInputData()[index];
	const inJson = isCombined(context) ? item?.json[IN_JSON] : undefined;
	return new Map([...filesIn(item?.binary, false), ...filesIn(inJson, true)]);
};

/** The file in a field of an item. In the combined mode, the field can also be a path in the JSON, such as `_files.data`. */
export const fileNamed = (context: IExecuteFunctions, index: number, field: string): IBinaryData | undefined => {
	const file = filesOf(context, index).get(field);
	if (file !== undefined || !isCombined(context)) return file;
	try {
		return context.helpers.assertBinaryData(index, field);
	} catch {
		return undefined;
	}
};

const quoted = (names: Iterable<string>): string => [...names].map((name) => `'${name}'`).join(', ');

/** The hint for a field that contains no file: the fields that contain one. */
export const availableFiles = (context: IExecuteFunctions, index: number): string => {
	const files = filesOf(context, index);
	return files.size > 0
		? `Its binary fields are ${quoted(files.keys())}`
		: 'The item contains no file. Add a node before this one that downloads or reads the file';
};
