import * as n8nWorkflow from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';

import { HOST_NAME_EXPRESSION } from './baseUrl';

/**
 * Whether `workflow` is the copy of n8n-workflow that n8n itself runs. n8n connects its logger to that copy before it loads a package;
 * in any other copy, such as one that npm installed with the package, all log functions are the same empty function.
 */
const isRunByN8n = ({ LoggerProxy }: typeof n8nWorkflow): boolean => LoggerProxy.error !== LoggerProxy.warn;

/**
 * Whether this version of n8n checks a credential's allowed domains for each request, including next pages and redirects. Older
 * versions, such as 1.122, check only the URL that is entered in the HTTP Request node. A function that was added to
 * n8n-workflow after these checks shows that n8n has them. False if n8n does not run this copy of n8n-workflow, because n8n's
 * own copy may be a different version.
 */
const checksEachRequest = (workflow: typeof n8nWorkflow): boolean => isRunByN8n(workflow) && 'getCredentialAllowedDomains' in workflow;

const USE_IN_HTTP_REQUEST: INodeProperties = {
	displayName: 'Use in HTTP Request Node',
	name: 'useInHttpRequest',
	type: 'boolean',
	default: false,
	description:
		"Whether n8n's HTTP Request node can use this credential for the host of the Base URL. This version of n8n may not check redirects and next pages: if they lead to another host, n8n sends the token to it.",
};

/**
 * Replaces n8n's fields for allowed domains, so that the HTTP Request node can send an OAuth 2 token only to the host of the Base URL. n8n
 * signs OAuth 2 requests without calling the credential, so the credential cannot check the URL itself.
 *
 * If n8n checks only the first URL, or the package cannot recognize the version, the HTTP Request node cannot use the credential unless the
 * user allows it. The fields are hidden, because the editor sets a visible one to "none" when it creates an OAuth 2 credential.
 */
export const ownHostProperties = (workflow: typeof n8nWorkflow = n8nWorkflow): INodeProperties[] => {
	const mode: INodeProperties = {
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'hidden',
		default: 'domains',
	};
	const domains: INodeProperties = { displayName: 'Allowed Domains', name: 'allowedDomains', type: 'hidden', default: '' };
	const ownHost = { ...domains, default: HOST_NAME_EXPRESSION };
	return checksEachRequest(workflow)
		? [mode, ownHost]
		: [USE_IN_HTTP_REQUEST, { ...mode, default: "={{ $self['useInHttpRequest'] ? 'domains' : 'none' }}" }, ownHost];
};
