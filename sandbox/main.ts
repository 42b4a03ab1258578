/**
 * The sandbox as a process of its own. A parent that forked it hears `ready`; when the parent is gone, so is the sandbox.
 * It listens on this machine alone, wherever the shop listens: whoever reaches it may refund payments and read every mail.
 */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from './start.ts';

const { SANDBOX_HOST, SANDBOX_PORT = '3001', SANDBOX_SMTP_PORT = '0', SANDBOX_FACTIIV_PORT, SANDBOX_DATA_DIR } = process.env;

/**
 * The mails hold links that set passwords: nobody else on this machine may read them, whatever an earlier start has left. The folders above
 * it are the shop's, whose database may run as another user and must pass through them.
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

/** A port that another program has taken is a sentence for the person at the terminal, and no stack trace. */
function explain(error: unknown): never {
  const { code, port } = error as { code?: unknown; port?: unknown };
  const setting = Object.entries(ports).find(([, number]) => number === port)?.[0];
  if (code !== 'EADDRINUSE' || setting === undefined) throw error;
  process.stderr.write(`${setting}: ${port} is already in use. Stop what listens there, or set ${setting} to another number.\n`);
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
