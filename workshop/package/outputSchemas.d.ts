/** The parts of a schema that n8n reads. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

export function outputSchemas(load: (name: string) => unknown): Record<string, Record<string, OutputSchema>>;
export function writeOutputSchemas(dist: string): Promise<void>;
