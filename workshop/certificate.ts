import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A self-signed key and certificate for `https://127.0.0.1`, valid for one day. */
export const selfSigned = (): { readonly key: Buffer; readonly cert: Buffer } => {
	const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
	const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
	try {
		execFileSync(
			'openssl',
			[
				...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
				...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
				...['-keyout', key, '-out', cert],
			],
			{ stdio: 'ignore' },
		);
		return { key: readFileSync(key), cert: readFileSync(cert) };
	} finally {
		rmSync(folder, { recursive: true });
	}
};
