import { Notices } from '../../bridge/run/notices';

describe('The notices of a run', () => {
	it('show one text of each kind before a second text of any kind, and the messages of the site last', () => {
		const notices = new Notices();
		for (let number = 1; number <= 9; number += 1) {
			notices.add({ name: 'siteMessage', text: `Note ${number}` });
			notices.add({ name: 'tooFew', text: `Too few ${number}` });
		}
		notices.add({ name: 'importStopped', text: 'Stopped' });
		expect(notices.shown()).toEqual(['Too few 1', 'Stopped', 'Too few 2', 'Too few 3', 'Too few 4']);
	});

	it('show each text only once', () => {
		const notices = new Notices();
		for (let repeats = 0; repeats < 3; repeats += 1) notices.add({ name: 'keysNotFound', text: 'None' });
		expect(notices.shown()).toEqual(['None']);
	});

	it('use little memory, even for a million different texts', () => {
		const notices = new Notices();
		for (let number = 0; number < 1_000_000; number += 1) notices.add({ name: 'siteMessage', text: `Note ${number}` });
		expect(JSON.stringify([...notices.texts.values()].map((texts) => [...texts])).length).toBeLessThan(100);
	});
});
