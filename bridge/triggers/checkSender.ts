import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { expectedOf, SENDER_CREDENTIAL } from './senderSignIn';

/**
 * Checks before activation that a sender can authenticate with the credential. Throws {@link NodeOperationError} if the credential is
 * incomplete.
 */
export const checkSender = async (context: IHookFunctions): Promise<void> => {
	if (context.getNodeParameter('senderSignIn', 'credential') === 'none') return;
	const expected = expectedOf(await context.getCredentials(SENDER_CREDENTIAL));
	if ('refusal' in expected)
		throw new NodeOperationError(context.getNode(), `The credential for the sender is incomplete: ${expected.refusal}`, {
			description: 'Open the credential and fill it in.',
		});
};
