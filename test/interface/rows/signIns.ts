import { ANY_TEXT, having, containing, type Row, type RowGroup } from '../row';
import { at, by, COMPRESSED, exchange, generic, get, ok, refused, signInRequest, tokenRequest } from './writing';

const JOB = at('/JmJob/job_no=342', { resultColumns: { jm_job: ['job_no', 'job_desc'] } });
const RESPONSE = ok({ jm_job: [{ job_no: { job_no: 342, external_key: '154110' }, job_desc: 'Winter Games Mix 342' }] });
const read = generic('job', 'get', { ...by('job_no', 342), options: { columns: 'job_desc' } });
const OUTPUT = [{ job_no: 342, job_desc: 'Winter Games Mix 342' }];
const token = tokenRequest('grant_type=client_credentials&scope=api');
const logIn = signInRequest({ username: 'demo', password: 'demo' });
const tokenResponse = having({ access_token: ANY_TEXT, token_type: 'Bearer', expires_in: 1200, scope: 'api' });

const rows: Row[] = [
	{
		name: 'GET with Basic in the Authorization header',
		shows: ['sign-in with Basic'],
		node: read,
		exchanges: exchange({ ...get(JOB), headers: { Authorization: 'Basic ZGVtbzpkZW1v', ...COMPRESSED } }, RESPONSE),
		output: OUTPUT,
	},
	{
		name: 'POST that signs in a database user, and GET with the returned token',
		shows: ['sign-in with JWT'],
		signIn: 'jwt',
		node: read,
		exchanges: [
			{ request: logIn, response: ok(having({ token: ANY_TEXT })) },
			{ request: get(JOB), response: RESPONSE },
		],
		output: OUTPUT,
	},
	{
		name: 'POST for a token with client credentials, and GET with the returned token',
		shows: ['sign-in with OAuth 2.0 client credentials'],
		signIn: 'oAuth2',
		node: read,
		exchanges: [
			{ request: token, response: { status: 200, body: tokenResponse } },
			{ request: get(JOB), response: RESPONSE },
		],
		output: OUTPUT,
	},
	{
		name: 'GET of the URLs of the identity provider, for sign-in in the browser',
		shows: ['sign-in with OAuth 2.0 in the browser'],
		node: 'n8n opens it for the user; the browser sign-in is tested in test/sandbox/shell/oauth.test.ts and test/e2e/signIns.test.ts.',
		exchanges: exchange(
			{ method: 'GET', path: '//oauth/.well-known/openid-configuration', headers: {} },
			{ status: 200, body: having({ authorization_endpoint: containing('/oauth/auth'), token_endpoint: containing('/oauth/token') }) },
		),
	},
	{
		name: 'GET without a sign-in',
		node: 'The nodes always sign in.',
		exchanges: exchange({ ...get(JOB), headers: { Authorization: '', ...COMPRESSED } }, { status: 401, body: { error: ANY_TEXT } }),
	},
	{
		name: 'GET with a wrong password',
		node: { ...read, credential: { password: 'wrong' } },
		exchanges: exchange(
			{ ...get(JOB), headers: { Authorization: `Basic ${Buffer.from('demo:wrong').toString('base64')}`, ...COMPRESSED } },
			{ status: 401, body: { error: ANY_TEXT } },
		),
		refusal: '401',
	},
	{
		name: 'POST of a sign-in with a wrong password',
		shows: ['sign-in with JWT'],
		signIn: 'jwt',
		node: { ...read, credential: { password: 'wrong' } },
		exchanges: exchange({ ...logIn, body: '{"username":"demo","password":"wrong"}' }, { status: 401, body: { error: ANY_TEXT } }),
		refusal: '401',
	},
	...(['//api/v2/database/DEMO/login', '//oauth/token'] as const).map((path): Row => ({
		name: `POST of ${path === '//oauth/token' ? 'client credentials' : 'a sign-in'} to release 11.2, which has no tokens`,
		shows: [path === '//oauth/token' ? 'sign-in with OAuth 2.0 client credentials' : 'sign-in with JWT'],
		release: '11.2',
		node: 'The node refuses to send a token to such a release.',
		exchanges: exchange(path === '//oauth/token' ? token : logIn, refused(path === '//oauth/token' ? 404 : 401, ANY_TEXT)),
	})),
];

export const SIGN_INS: RowGroup = { theme: 'Authentication', file: 'signIns.ts', rows };
