import type { ForeignCase } from '../foreignCase';
import { CONNECTION_CASES } from './connections';
import { ENCODING_CASES } from './encodings';
import { ENVELOPE_CASES } from './envelopes';
import { ERROR_FORM_CASES } from './errorForms';
import { FRAMING_CASES } from './framing';
import { GATEWAY_CASES } from './gateways';
import { READ_CASES } from './reads';
import { STATUS_CASES } from './statuses';

export const FOREIGN_CASES: readonly ForeignCase[] = [
	...STATUS_CASES,
	...ERROR_FORM_CASES,
	...ENVELOPE_CASES,
	...ENCODING_CASES,
	...FRAMING_CASES,
	...CONNECTION_CASES,
	...GATEWAY_CASES,
	...READ_CASES,
];
