/** What the tests of Import from File share. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import type { NodeOutcome } from '../../workshop/engine/engine';

/** The parameters that create titles from the file in the binary field `data`. */
export const IMPORT_TITLES = { resource: 'title', operation: 'create', inputMode: 'file', inputBinaryField: 'data' } as const;

/** The text of a file in the first output item; empty if there is no file. */
export const outputText = async ({ output }: NodeOutcome, field: string): Promise<string> => {
	const binary = output[0]![0]!.binary?.[field];
	return binary === undefined ? '' : (await Container.get(BinaryDataService).getAsBuffer(binary)).toString('utf8');
};
