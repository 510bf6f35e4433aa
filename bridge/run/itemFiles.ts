/** Finds the files of an item in either of n8n's binary modes. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isRow } from './params';

/** Whether the workflow keeps its files in the JSON of the items. n8n 1 has no such mode, and no function that returns the settings. */
const isCombined = (context: IExecuteFunctions): boolean => context.getWorkflowSettings?.().binaryMode === 'combined';

/** The property in which the combined mode keeps the files of an item. */
const IN_JSON = '_files';

const isFile = (entry: readonly [string, unknown]): entry is [string, IBinaryData] => isRow(entry[1]) && 'mimeType' in entry[1];

/** The files of an item, by field. */
export const filesOf = (context: IExecuteFunctions, index: number): ReadonlyMap<string, IBinaryData> => {
	const item = context.getInputData()[index];
	const inJson = isCombined(context) ? item?.json[IN_JSON] : undefined;
	return new Map(Object.entries({ ...item?.binary, ...(isRow(inJson) ? inJson : {}) }).filter(isFile));
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
