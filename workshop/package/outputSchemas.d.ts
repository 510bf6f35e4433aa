import type { PanelResource } from '../../bridge/properties/panelResources';
import type { DocumentEntry } from '../../core/catalog';

/** The parts of a schema that n8n reads. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

export function outputSchemas(
	resources: readonly PanelResource[],
	operationsOf: (entry: DocumentEntry) => readonly string[],
): Record<string, OutputSchema>;
export function writeOutputSchemas(dist: string): Promise<void>;
