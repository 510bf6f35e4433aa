import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of Swagger UI that the explorer loads, with their media types. */
const FILES: Readonly<Record<string, string>> = {
	'swagger-ui.css': 'text/css; charset=utf-8',
	'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The folder in the package, which `build.js` fills. A sandbox that runs from source uses the folder of the npm package instead. */
const SHIPPED = path.join(__dirname, '../../explorer');
const folder = (): string => (existsSync(SHIPPED) ? SHIPPED : path.dirname(require.resolve('swagger-ui-dist/package.json')));

const contents = new Map<string, Buffer>();

/** A file of the explorer, read once; undefined for any other name. */
export const explorerAsset = (name: string): { readonly type: string; readonly content: Buffer } | undefined => {
	const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
	if (type === undefined) {
		return undefined;
	}
	const content = contents.get(name) ?? readFileSync(path.join(folder(), name));
	contents.set(name, content);
	return { type, content };
};
