import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../paths';
import type { StoredCredential, WorkflowFile } from './rest';

/** The names of the numbered examples, in order. */
export const exampleNames = (): string[] =>
	readdirSync(path.join(checkout, 'examples'))
		.filter((file) => /^\d.*\.json$/.test(file))
		.map((file) => path.basename(file, '.json'))
		.sort();

/** Reads an importable workflow of the project. */
export function readExample(name: string): WorkflowFile {
	return JSON.parse(readFileSync(path.join(checkout, 'examples', `${name}.json`), 'utf8')) as WorkflowFile;
}

/**
 * The workflow with its credentials replaced by the existing ones of the same type and name, as a user would choose them after an import.
 * Throws if a credential of this package does not exist. A missing credential of another service is left for the user.
 */
export function withCredentials(workflow: WorkflowFile, credentials: StoredCredential[]): WorkflowFile {
	const nodes = workflow.nodes.map(({ credentials: named, ...node }) => {
		const wanted = Object.entries(named ?? {}).flatMap(([type, { name }]) => {
			const found = credentials.find((credential) => credential.type === type && credential.name === name);
			if (!found && type.startsWith('mediaOperations'))
				throw new Error(`Node '${node.name}' of '${workflow.name}' requires the credential '${name}' (${type}), which does not exist.`);
			return found ? [[type, { id: found.id, name }] as const] : [];
		});
		return wanted.length > 0 ? { ...node, credentials: Object.fromEntries(wanted) } : node;
	});
	return { ...workflow, nodes };
}
