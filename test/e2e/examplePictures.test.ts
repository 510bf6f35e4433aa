import { exampleNames } from '../../workshop/editor/workflows';
import { THEMES, type Editor } from './support/editor';
import { ExampleStage } from './support/examples';
import { openStage, type Stage } from './support/stage';

/** Only `npm run pictures` runs this file: the tests of the examples already check everything that it checks. */
describe.each(THEMES)('The screenshots of the examples (%s)', (theme) => {
	let examples: ExampleStage;
	let stage: Stage;
	let editor: Editor;
	beforeAll(async () => {
		[examples, stage] = await Promise.all([ExampleStage.open(), openStage()]);
		editor = await stage.signIn(theme);
	});
	afterAll(async () => await Promise.all([examples.close([]), stage.close()]));

	it.each(exampleNames())('show the canvas of %s', async (name) => {
		await editor.openWorkflow(examples.example(name.slice(0, 2)).id);
		await editor.canvasPicture(`example-${name.slice(0, 2)}`);
	});
});
