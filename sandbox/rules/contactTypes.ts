import { hasSince } from '../../core/catalog';
import { ruledOut } from '../documents/refusal';
import { current, type StandingRule } from './rule';

const TYPES = ['Client', 'Contact', 'User', 'Vendor'] as const;
/** Types that the facade made since 11.1 only (specification: Versioning). */
const SINCE_11_1: readonly string[] = ['User', 'Vendor'];

/** The kinds of contacts that the facade makes and changes. */
export const contactTypes: StandingRule = {
	documents: ['SysContactFacade'],
	apply(call) {
		const known = TYPES.filter((type) => hasSince(call.release, '11.1') || !SINCE_11_1.includes(type));
		for (const record of call.records) {
			const type = String(current(call, record).contact_type);
			if (!known.some((one) => one === type)) {
				throw ruledOut(`'contact_type' must be one of ${known.map((one) => `'${one}'`).join(', ')}, got '${type}'`);
			}
		}
	},
};
