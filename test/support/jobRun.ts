import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../workshop/engine/engine';

/** A run of the generic node on jobs with Basic authentication. Signs in as the default user unless `credential` names another. */
export const jobRun = (credential: ICredentialDataDecryptedObject, parameters: INodeParameters): NodeRun => ({
	node: 'mediaOperations',
	parameters: { authentication: 'basic', resource: 'job', ...parameters },
	credentials: { mediaOperationsBasicApi: { username: 'demo', password: 'demo', ...credential } },
});

/** The parameters that create one job, in at most three attempts. */
export const CREATE_JOB: INodeParameters = {
	operation: 'create',
	fieldsMode: 'json',
	fieldsJson: '{"job_desc": "A"}',
	options: { maxAttempts: 3 },
};
