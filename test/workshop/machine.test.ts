const { checkMachine, missingCompilers } = require('../../workshop/install/machine.js') as {
	checkMachine(machine: { nodeVersion?: string; version?: (program: string) => string | null }): void;
	missingCompilers(version: (program: string) => string | null): string[];
};

const having =
	(...programs: string[]) =>
	(program: string) =>
		programs.includes(program) ? '1.0' : null;

describe('The machine check', () => {
	it('passes with git, npm and Node 20.15', () => {
		expect(() => checkMachine({ nodeVersion: '20.15.0', version: having('git', 'npm') })).not.toThrow();
	});

	it.each(['18.20.1', '20.14.0'])('reports that Node %s is too old, and how to get a newer version', (nodeVersion) => {
		expect(() => checkMachine({ nodeVersion, version: having('git', 'npm') })).toThrow(
			`Node 20.15 or newer (this is ${nodeVersion}): see https://nodejs.org`,
		);
	});

	it('reports everything that is missing in one message', () => {
		expect(() => checkMachine({ nodeVersion: '18.0.0', version: having() })).toThrow(
			/Node 20\.15[^]*git: on Debian, run "apt-get install -y git"[^]*npm: included in Node/,
		);
	});

	it('reports the missing build tools that a native module requires', () => {
		expect(missingCompilers(having('make'))).toEqual(['g++', 'python3']);
	});
});
