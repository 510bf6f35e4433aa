import { notFound } from '../documents/httpError';
import { PRESETS } from './faults';

/** A request to the controls, and the page to show afterwards. */
export interface ControlRequest {
	readonly method: 'POST' | 'PUT' | 'DELETE';
	/** The path below `/_sandbox/`. */
	readonly address: string;
	readonly body?: unknown;
	readonly back: string;
}

type Form = Readonly<Record<string, string>>;

const numberOf = (text: string | undefined): number | undefined => (text === undefined || text === '' ? undefined : Number(text));
const segment = (form: Form, name: string): string => encodeURIComponent(form[name] ?? '');

/** The properties that the form can set for each fault type; the other fields of the form are ignored. */
const FORM_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
	status: ['status'],
	html: ['status'],
	empty: ['status'],
	delay: ['ms'],
	noResponse: ['ms'],
};

const faultRule = (form: Form): object => {
	const { method = '', path = '', times, type = '', processing = '' } = form;
	const fault = {
		type,
		...Object.fromEntries((FORM_PROPERTIES[type] ?? []).map((name) => [name, numberOf(form[name])])),
		...(type === 'count' ? { add: -1 } : {}),
	};
	return {
		match: { ...(method === '' ? {} : { method }), ...(path === '' ? {} : { path }), times: numberOf(times) },
		fault,
		...(processing === '' ? {} : { processing }),
	};
};

const FAULTS = '/console/faults';
const EVENTS = '/console/events';
const STATE = '/console/state';

/** The console's actions, each as a request to the controls, which check the values. */
const ACTIONS: Readonly<Record<string, (form: Form) => ControlRequest>> = {
	clearJournal: () => ({ method: 'DELETE', address: 'journal', back: '/console/journal' }),
	presetFault: ({ preset = '' }) => {
		const chosen = Object.hasOwn(PRESETS, preset) ? PRESETS[preset] : undefined;
		return { method: 'POST', address: 'faults', body: { match: { path: '/api/', times: 1 }, ...chosen?.rule }, back: FAULTS };
	},
	addFault: (form) => ({ method: 'POST', address: 'faults', body: faultRule(form), back: FAULTS }),
	removeFault: (form) => ({ method: 'DELETE', address: `faults/${segment(form, 'id')}`, back: FAULTS }),
	removeFaults: () => ({ method: 'DELETE', address: 'faults', back: FAULTS }),
	delay: ({ ms, jitterMs }) => ({
		method: 'PUT',
		address: 'delay',
		body: { ms: numberOf(ms), jitterMs: numberOf(jitterMs) },
		back: FAULTS,
	}),
	connections: ({ limit }) => ({ method: 'PUT', address: 'connections', body: { limit: numberOf(limit) ?? null }, back: FAULTS }),
	addTrigger: ({ name, document, url }) => ({
		method: 'POST',
		address: 'events',
		body: { name, document, adaptor: { url } },
		back: EVENTS,
	}),
	removeTrigger: (form) => ({ method: 'DELETE', address: `events/${segment(form, 'name')}`, back: EVENTS }),
	resend: (form) => ({ method: 'POST', address: `events/deliveries/${segment(form, 'number')}/resend`, back: EVENTS }),
	clearDeliveries: () => ({ method: 'DELETE', address: 'events/deliveries', back: EVENTS }),
	clock: ({ offsetSeconds }) => ({ method: 'PUT', address: 'clock', body: { offsetSeconds: numberOf(offsetSeconds) }, back: STATE }),
	save: (form) => ({ method: 'PUT', address: `snapshots/${segment(form, 'name')}`, back: STATE }),
	restore: (form) => ({ method: 'POST', address: `snapshots/${segment(form, 'name')}/restore`, back: STATE }),
	deleteSnapshot: (form) => ({ method: 'DELETE', address: `snapshots/${segment(form, 'name')}`, back: STATE }),
	revoke: () => ({ method: 'DELETE', address: 'tokens', back: STATE }),
	reset: (form) => ({ method: 'POST', address: 'reset', body: { only: Object.keys(form) }, back: STATE }),
};

/** The request for an action. Throws 404 for an unknown action. */
export const requestOf = (name: string, form: Form): ControlRequest => {
	const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
	if (action === undefined) {
		throw notFound(`Unknown action '${name}'`);
	}
	return action(form);
};
