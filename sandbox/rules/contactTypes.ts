import { hasSince } from '../../core/catalog';
import { ruleViolation } from '../documents/httpError';
import { current, type DocumentRule } from './rule';

const TYPES = ['Client', 'Contact', 'User', 'Vendor'] as const;
/** Types that the facade has supported since 11.1 (specification: Versioning). */
const SINCE_11_1: readonly string[] = ['User', 'Vendor'];

/** Rejects contact types that the facade does not support. */
export const contactTypes: DocumentRule = {
	documents: ['SysContactFacade'],
	apply(call) {
		const known = TYPES.filter((type) => hasSince(call.release, '11.1') || !SINCE_11_1.includes(type));
		for (const record of call.records) {
			const type = String(current(call, record).contact_type);
			if (!known.some((one) => one === type)) {
				throw ruleViolation(`'contact_type' must be one of ${known.map((one) => `'${one}'`).join(', ')}, got '${type}'`);
			}
		}
	},
};
