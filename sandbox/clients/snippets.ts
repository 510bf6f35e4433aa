/** A short program that sends one request. */
export interface Snippet {
	readonly language: string;
	readonly text: string;
}

export interface SnippetRequest {
	readonly url: string;
	readonly user: string;
	readonly password: string;
	readonly body: object;
}

/** JSON in ASCII without apostrophes, so that it can be a raw literal between apostrophes. */
const literal = (body: object): string =>
	JSON.stringify(body).replace(/[^ -~]|'/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same POST in several languages. */
export const snippets = ({ url, user, password, body }: SnippetRequest): Snippet[] => {
	const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
	const json = literal(body);
	return [
		{
			language: 'curl',
			text: `curl '${url}' -H 'Authorization: ${authorization}' -H 'Content-Type: application/json' -d '${json}'`,
		},
		{
			language: 'Python',
			text: `import urllib.request

request = urllib.request.Request('${url}', method='POST', data=rb'${json}')
request.add_header('Authorization', '${authorization}')
request.add_header('Content-Type', 'application/json')
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
		},
		{
			language: 'PowerShell',
			text: `Invoke-RestMethod -Method Post -Uri '${url}' -Headers @{ Authorization = '${authorization}' } \`
  -ContentType 'application/json' -Body '${json}' | ConvertTo-Json -Depth 5`,
		},
		{
			language: 'JavaScript',
			text: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: '${authorization}', 'Content-Type': 'application/json' },
  body: String.raw\`${json.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{')}\`,
});
console.log(response.status, await response.text());`,
		},
	];
};
