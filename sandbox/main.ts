/**
 * Runs the sandbox in a separate process. A parent that forked it receives `ready`; when the parent exits, so
 * does the sandbox. It listens on loopback only, because every client can refund payments and read all mail.
 */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from './start.ts';

const {
  SANDBOX_HOST,
  SANDBOX_PORT = '3001',
  SANDBOX_SMTP_PORT = '0',
  SANDBOX_FACTIIV_PORT,
  SANDBOX_DATA_DIR,
} = process.env;

/**
 * Mails contain links that set passwords, so other users of this machine must not read them. Permissions of
 * an earlier start are corrected. The parent folders belong to the shop, whose database may run as another
 * user and must be able to pass through them.
 */
if (SANDBOX_DATA_DIR) mkdirSync(SANDBOX_DATA_DIR, { recursive: true });
process.umask(0o077);
function closeToOthers(folder: string): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
}
if (SANDBOX_DATA_DIR) closeToOthers(SANDBOX_DATA_DIR);

const ports = {
  SANDBOX_PORT: Number(SANDBOX_PORT),
  SANDBOX_SMTP_PORT: Number(SANDBOX_SMTP_PORT),
  SANDBOX_FACTIIV_PORT: SANDBOX_FACTIIV_PORT ? Number(SANDBOX_FACTIIV_PORT) : null,
};

/** A port conflict is reported in one sentence, without a stack trace. */
function explain(error: unknown): never {
  const { code, port } = error as { code?: unknown; port?: unknown };
  const setting = Object.entries(ports).find(([, number]) => number === port)?.[0];
  if (code !== 'EADDRINUSE' || setting === undefined) throw error;
  process.stderr.write(
    `${setting}: ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.\n`,
  );
  process.exit(1);
}

const sandbox = await startSandbox({
  host: SANDBOX_HOST || '127.0.0.1',
  port: ports.SANDBOX_PORT,
  smtpPort: ports.SANDBOX_SMTP_PORT,
  factiivPort: ports.SANDBOX_FACTIIV_PORT,
  dataDir: SANDBOX_DATA_DIR || null,
}).catch(explain);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await sandbox.stop();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);

const { origin, secretKey, publishableKey, smtpUrl, factiivOrigin } = sandbox;
if (process.send === undefined)
  console.log(
    `sandbox ${origin}\nsecret key ${secretKey}\npublishable key ${publishableKey}\nmail ${smtpUrl}\nFactiiv ${factiivOrigin ?? 'not started'}`,
  );
else process.send({ ready: true, origin, secretKey, publishableKey, smtpUrl, factiivOrigin });
