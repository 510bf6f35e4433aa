import type { DocumentEntry } from '../../core/catalog';

/** A schema, as far as n8n reads it. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

export function outputSchemas(
	documents: readonly DocumentEntry[],
	operationsOf: (entry: DocumentEntry) => readonly string[],
): Record<string, OutputSchema>;
export function writeOutputSchemas(dist: string): Promise<void>;
