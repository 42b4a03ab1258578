/**
 * Runs the demo's sandbox in a child process that exits with this one. When it crashes, it restarts with the
 * same addresses and keys, which the running shop already uses. When it keeps crashing, `gaveUp` resolves.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from '#platform/embedded-postgres/supervisor.ts';

export type SandboxSettings = {
  host: string | undefined;
  port: number;
  smtpPort: number;
  factiivPort: number;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
};
export type SandboxAddresses = {
  origin: string;
  secretKey: string;
  publishableKey: string;
  smtpUrl: string;
  factiivOrigin: string;
};
export type SandboxProcess = SandboxAddresses & {
  pid(): number | undefined;
  /** Resolves with its last output when it is down for good without having been stopped. */
  gaveUp: Promise<string>;
  stop(): Promise<void>;
};

const main = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url));
const longestComplaint = 2_000;

/** Rejects with the sandbox's output when it cannot be started. `print` receives a line for every restart. */
export async function startSandboxProcess(
  settings: SandboxSettings,
  print: (line: string) => void,
): Promise<SandboxProcess> {
  let running = await launch(settings);
  const { addresses } = running;
  const restartSettings = {
    ...settings,
    port: Number(new URL(addresses.origin).port),
    smtpPort: Number(new URL(addresses.smtpUrl).port),
    factiivPort: Number(new URL(addresses.factiivOrigin).port),
  };
  let lastWords = '';
  const { gaveUp, stop } = supervise(running, async () => {
    running = await launch(restartSettings).catch((error: Error) => {
      lastWords = error.message;
      throw error;
    });
    print('The sandbox crashed and was restarted. Its data is preserved.');
    return running;
  });
  return {
    ...addresses,
    pid: () => running.child.pid,
    gaveUp: gaveUp.then(() => lastWords || running.complaint()),
    stop,
  };
}

type Launched = {
  child: ChildProcess;
  addresses: SandboxAddresses;
  hasEnded: Promise<void>;
  complaint(): string;
  stop(): Promise<void>;
};

async function launch({
  host,
  port,
  smtpPort,
  factiivPort,
  dataDir,
  environment,
}: SandboxSettings): Promise<Launched> {
  const child = fork(main, {
    env: {
      ...environment,
      ...(host === undefined ? {} : { SANDBOX_HOST: host }),
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_FACTIIV_PORT: String(factiivPort),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    },
    // A separate process group, so that Ctrl-C reaches only this process. It stops the shop first, then the
    // sandbox.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-longestComplaint);
  });
  const hasEnded = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const addresses = await new Promise<SandboxAddresses>((resolve, reject) => {
    child.once('message', (message) => resolve(message as SandboxAddresses));
    child.once('exit', () => reject(new Error(startProblem(complaint.trim()))));
  });
  return {
    child,
    addresses,
    hasEnded,
    complaint: () => complaint.trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await hasEnded;
    },
  };
}

/**
 * After `npm ci --omit=dev` the sandbox's dependencies are missing, and a packaged shop has no sandbox at
 * all.
 */
function startProblem(complaint: string): string {
  const [, missingPackage] = /Cannot find package '([^']+)'/.exec(complaint) ?? [];
  if (missingPackage === undefined && existsSync(main)) return `The sandbox did not start.\n${complaint}`;
  const what =
    missingPackage === undefined
      ? 'the folder "sandbox" is missing'
      : `the package ${missingPackage} is not installed (npm ci --omit=dev)`;
  return (
    `A demo needs its sandbox, but ${what}. ` +
    'Run "npm ci" in a full copy of the project, or set STRIPE_SECRET_KEY to run a real shop without the sandbox.'
  );
}
