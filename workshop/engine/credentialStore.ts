import { Credentials } from 'n8n-core';
import {
	UserError,
	getCredentialOwnRequestAllowedDomains,
	ICredentialsHelper,
	injectDomainRestrictionFields,
	isExpression,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { OAUTH2_BASE } from './oAuth2Base';

const NOTHING: INode = { id: '', name: '', type: 'nothing', typeVersion: 1, position: [0, 0], parameters: {} };
const NO_TYPES = {
	getByName: () => undefined,
	getByNameAndVersion: () => ({ description: { properties: [] } }),
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/** A sign-in is sent only to the allowed domains of its credential. */
const withinDomains = ({ helpers }: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): IHttpRequestHelper => ({
	helpers: {
		httpRequest: async (request) => {
			const allowedDomains = getCredentialOwnRequestAllowedDomains(credentials);
			if (allowedDomains === undefined) return await helpers.httpRequest(request);
			if (request.allowedDomains !== undefined)
				throw new UserError(
					'This credential restricts requests to specific domains, which cannot be combined with the domains its authentication step asks for.',
				);
			return await helpers.httpRequest({ ...request, allowedDomains });
		},
	},
});

/**
 * Stores encrypted credentials in memory. Like n8n, applies defaults, resolves expressions, authenticates requests, and signs in before
 * the first request and after a token has expired. Modeled on n8n's CredentialsHelper, which is part of n8n and not of n8n-core.
 */
export class CredentialStore extends ICredentialsHelper {
	private readonly stored = new Map<string, string>();

	constructor(private readonly types: ReadonlyMap<string, ICredentialType>) {
		super();
	}

	/** Stores a credential under an identifier and returns the reference for a node. */
	async put(id: string, type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialsDetails> {
		this.typeOf(type);
		await this.write({ id, name: id }, type, data);
		return { id, name: id };
	}

	/** The stored data, decrypted, including a renewed token. */
	async read(id: string, type: string): Promise<ICredentialDataDecryptedObject> {
		return await (await this.getCredentials({ id, name: id }, type)).getData();
	}

	getParentTypes(name: string): string[] {
		return (this.types.get(name)?.extends ?? []).flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		if (name === 'oAuth2Api') return OAUTH2_BASE;
		const type = this.typeOf(name);
		const all: INodeProperties[] = [];
		for (const parent of type.extends ?? []) NodeHelpers.mergeNodeProperties(all, this.getCredentialsProperties(parent));
		NodeHelpers.mergeNodeProperties(all, injectDomainRestrictionFields(type));
		return all;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		name: string,
		request: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(name);
		if (authenticate === undefined) return request;
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		const resolve = (value: string): string =>
			isExpression(value)
				? String(workflow.expression.getSimpleParameterValue(node, value, 'internal', { $credentials: credentials }, undefined, '') ?? '')
				: value;
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			const target = ((request as unknown as Record<string, Record<string, string>>)[part] ??= {});
			for (const [key, value] of Object.entries(entries as Record<string, string>)) target[resolve(key)] = resolve(value);
		}
		return request;
	}

	async preAuthentication(
		http: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		name: string,
		node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(name);
		const expirable = type.properties.find((property) => property.type === 'hidden' && property.typeOptions?.expirable === true)?.name;
		// This code omits n8n's additional condition for connection tests, because the condition is never true: it expects a node of the type
		// 'n8n-nodes-base.noOp', but the node of a connection test has the type 'noOp'.
		if (expirable === undefined || type.preAuthentication === undefined || !(credentials[expirable] === '' || expired)) return undefined;
		const output = (await type.preAuthentication.call(withinDomains(http, credentials), credentials)) as ICredentialDataDecryptedObject;
		const reference = node.credentials?.[name];
		if (output[expirable] === undefined || reference === undefined) return undefined;
		const before = await (await this.getCredentials(reference, name)).getData();
		await this.updateCredentials(reference, name, { ...before, ...output });
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		http: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		name: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		return (await this.typeOf(name).preAuthentication?.call(http, credentials)) as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials({ id, name }: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const data = this.stored.get(id ?? '');
		if (data === undefined) throw new Error(`No credential is stored under ${String(id)}`);
		return new Credentials({ id, name }, type, data);
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		reference: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: IExecuteData,
		raw?: boolean,
		_values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await (await this.getCredentials(reference, type)).getData();
		return raw ? data : this.withDefaults(type, data, mode);
	}

	/** Prepares stored data for a node or a connection test, as n8n does. */
	withDefaults(type: string, data: ICredentialDataDecryptedObject, mode: WorkflowExecuteMode = 'internal'): ICredentialDataDecryptedObject {
		const complete = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (data.oauthTokenData !== undefined) complete.oauthTokenData = data.oauthTokenData;
		const workflow = new Workflow({ nodes: [NOTHING], connections: {}, active: false, nodeTypes: NO_TYPES });
		return workflow.expression.getComplexParameterValue(
			NOTHING,
			complete as INodeParameters,
			mode,
			{},
			undefined,
			undefined,
			complete,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(reference: INodeCredentialsDetails, type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		await this.write(reference, type, data);
	}

	async updateCredentialsOauthTokenData(
		reference: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const before = await (await this.getCredentials(reference, type)).getData();
		await this.write(reference, type, { ...before, oauthTokenData: data.oauthTokenData ?? {} });
	}

	private async write({ id, name }: INodeCredentialsDetails, type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		const credentials = new Credentials({ id, name }, type);
		await credentials.setData(data);
		this.stored.set(String(id), String(credentials.getDataToSave().data));
	}

	private typeOf(name: string): ICredentialType {
		const type = this.types.get(name);
		if (type === undefined) throw new Error(`Unknown credential '${name}'. Use one of: ${[...this.types.keys()].join(', ')}`);
		return type;
	}
}
