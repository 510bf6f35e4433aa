const { checkMachine, missingCompilers } = require('../../workshop/install/machine.js') as {
	checkMachine(machine: { nodeVersion?: string; version?: (program: string) => string | null }): void;
	missingCompilers(version: (program: string) => string | null): string[];
};

const having =
	(...programs: string[]) =>
	(program: string) =>
		programs.includes(program) ? '1.0' : null;

describe('what the machine must have', () => {
	it('is enough with git, npm and Node 20.15', () => {
		expect(() => checkMachine({ nodeVersion: '20.15.0', version: having('git', 'npm') })).not.toThrow();
	});

	it.each(['18.20.1', '20.14.0'])('names Node when it is as old as %s, and how to get a newer one', (nodeVersion) => {
		expect(() => checkMachine({ nodeVersion, version: having('git', 'npm') })).toThrow(
			`Node 20.15 or newer (this is ${nodeVersion}): see https://nodejs.org`,
		);
	});

	it('names all that is missing at once', () => {
		expect(() => checkMachine({ nodeVersion: '18.0.0', version: having() })).toThrow(
			/Node 20\.15[^]*git: on Debian «apt-get install -y git»[^]*npm: it comes with Node/,
		);
	});

	it('knows which compilers a native part would need', () => {
		expect(missingCompilers(having('make'))).toEqual(['g++', 'python3']);
	});
});
