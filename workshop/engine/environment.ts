/**
 * Creates a separate home folder for n8n's engine. Import this file before any module of n8n, because those modules read the settings
 * while they load. The engine has its own encryption key, creates no files in the user's home folder, and logs nothing by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'media-operations-engine-'));
process.env.N8N_USER_FOLDER = home;
process.env.N8N_ENCRYPTION_KEY = 'engine-of-the-workshop';
process.env.N8N_LOG_LEVEL ??= 'silent';
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
