import path from 'node:path';
import { checkout } from '../../workshop/paths';

/**
 * The arguments with which Node runs a TypeScript program that loads n8n's engine. The engine comes from its bundle, so that the program
 * starts with two thirds of the processor time.
 * @param file the program, relative to the checkout
 */
export const engineProgram = (file: string): string[] => [
	'--require',
	path.join(__dirname, 'bundledEngine.js'),
	'--import',
	'tsx',
	path.join(checkout, file),
];
