import type { Request } from '../../interface/row';
import { by, COMPRESSED, generic, get, ok, signInRequest, tokenRequest } from '../../interface/rows/writing';
import { found, refusedBefore, rowOf } from '../row';

const read = generic('job', 'get', { ...by('job_no', 5), simplify: false });
const RESPONSE = found('jm_job', { job_no: 5 });
const OUTPUT = [{ job_no: 5 }];
const withHeaders = (headers: Readonly<Record<string, string>>): Request => get('/JmJob/job_no=5', { ...COMPRESSED, ...headers });

export const SIGN_INS = [
	rowOf('Basic is sent with the request', read, [{ request: withHeaders({ Authorization: 'Basic ZGVtbzpkZW1v' }), response: RESPONSE }], {
		output: OUTPUT,
	}),
	rowOf(
		'Basic encodes a colon in the password and international characters',
		read,
		[{ request: withHeaders({ Authorization: `Basic ${Buffer.from('Jürgen:a:b').toString('base64')}` }), response: RESPONSE }],
		{ credential: { username: 'Jürgen', password: 'a:b' }, output: OUTPUT },
	),
	rowOf(
		'OAuth 2.0: the token of the client credentials grant is sent with the request',
		read,
		[
			{
				request: tokenRequest('grant_type=client_credentials&scope=api'),
				response: ok({ access_token: 'T1', token_type: 'Bearer', expires_in: 1200 }),
			},
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: RESPONSE },
		],
		{ signIn: 'oAuth2', output: OUTPUT },
	),
	rowOf(
		'OAuth 2.0: an expired token is replaced by a new one',
		read,
		[
			{
				request: tokenRequest('grant_type=client_credentials&scope=api'),
				response: ok({ access_token: 'T1', token_type: 'Bearer', expires_in: 1200 }),
			},
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: { status: 401, body: { error: 'Token expired' } } },
			{
				request: tokenRequest('grant_type=client_credentials&scope=api'),
				response: ok({ access_token: 'T2', token_type: 'Bearer', expires_in: 1200 }),
			},
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: RESPONSE },
		],
		{ signIn: 'oAuth2', output: OUTPUT },
	),
	rowOf(
		'JWT: the sign-in is posted in the body, and the token is sent with the request',
		read,
		[
			{ request: signInRequest({ username: 'demo', password: 'demo' }), response: ok({ token: 'T1' }) },
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: RESPONSE },
		],
		{ signIn: 'jwt', output: OUTPUT },
	),
	rowOf(
		'JWT: the path, the field names, the additional fields, the token path and the token header can be set',
		read,
		[
			{ request: signInRequest({ db: 'LIVE', user: 'demo', secret: 'demo' }, '//auth/token'), response: ok({ data: { jwt: 'T1' } }) },
			{
				request: { ...withHeaders({ 'X-Session': 'T1' }), headers: { 'X-Session': 'T1', ...COMPRESSED, Authorization: '' } },
				response: RESPONSE,
			},
		],
		{
			signIn: 'jwt',
			credential: {
				signInUrl: '/auth/token',
				customizeSignIn: true,
				usernameField: 'user',
				passField: 'secret',
				extraBody: '{"db":"LIVE"}',
				responsePath: 'data.jwt',
				headerName: 'X-Session',
				headerPrefix: '',
			},
			output: OUTPUT,
		},
	),
	rowOf(
		'JWT: an expired token is replaced by a new one',
		read,
		[
			{ request: signInRequest({ username: 'other', password: 'demo' }), response: ok({ token: 'T1' }) },
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: { status: 401, body: { error: 'Token expired' } } },
			{ request: signInRequest({ username: 'other', password: 'demo' }), response: ok({ token: 'T2' }) },
			{ request: withHeaders({ Authorization: 'Bearer {token}' }), response: RESPONSE },
		],
		{ signIn: 'jwt', credential: { username: 'other' }, output: OUTPUT },
	),
	rowOf(
		"a wrong password is reported with the server's text",
		read,
		[{ request: withHeaders({ Authorization: 'Basic ZGVtbzpkZW1v' }), response: { status: 401, body: { error: 'Login failed' } } }],
		{ refusal: 'Login failed' },
	),
	refusedBefore('OAuth 2.0 is rejected on 11.2, because it is new in 11.3', read, 'require release 11.3', {
		signIn: 'oAuth2',
		release: '11.2',
	}),
	refusedBefore('JWT is rejected on 11.2, because it is new in 11.3', read, 'require release 11.3', { signIn: 'jwt', release: '11.2' }),
];
