/**
 * The sandbox as a process of its own. A parent that forked it hears `ready`; when the parent is gone, so is the sandbox.
 * It listens on this machine alone, wherever the shop listens: whoever reaches it may refund payments and read every mail.
 */
import { startSandbox } from './start.ts';

const { SANDBOX_HOST, SANDBOX_PORT = '3001', SANDBOX_SMTP_PORT = '0', SANDBOX_DATA_DIR } = process.env;

const sandbox = await startSandbox({
  host: SANDBOX_HOST || '127.0.0.1',
  port: Number(SANDBOX_PORT),
  smtpPort: Number(SANDBOX_SMTP_PORT),
  dataDir: SANDBOX_DATA_DIR === undefined || SANDBOX_DATA_DIR === '' ? null : SANDBOX_DATA_DIR,
});

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

const { origin, secretKey, publishableKey, smtpUrl } = sandbox;
if (process.send === undefined)
  console.log(`sandbox ${origin}\nsecret key ${secretKey}\npublishable key ${publishableKey}\nmail ${smtpUrl}`);
else process.send({ ready: true, origin, secretKey, publishableKey, smtpUrl });
