/**
 * Runs the commands of a test run and reports each result. Output is shown only for failures. Every command
 * leads a separate process group, so that stopping it also stops its child processes.
 */
import { type ChildProcess, spawn } from 'node:child_process';

export type Step = { name: string; command: string[]; timeoutMs: number };

/**
 * `wasStopped`: ended by `stopAll`, so its failure does not count. `signal`: the signal that ended it, for
 * example from an operator or for lack of memory.
 */
export type Outcome = {
  step: Step;
  ok: boolean;
  wasStopped: boolean;
  signal: NodeJS.Signals | null;
  output: string;
  durationMs: number;
};

export type RunOptions = { folder: string; environment: Record<string, string | undefined> };

const running = new Set<ChildProcess>();
const stoppedByAll = new WeakSet<ChildProcess>();
const graceMs = 5_000;

/** Runs one command to completion. Never rejects: a command that cannot be started is a failed outcome. */
export function run(step: Step, { folder, environment }: RunOptions): Promise<Outcome> {
  const startedMs = performance.now();
  const [command = '', ...words] = step.command;
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    const limit = setTimeout(() => {
      output += `\nStopped after ${step.timeoutMs / 1000} seconds.\n`;
      stop(child);
    }, step.timeoutMs);
    const finish = (ok: boolean, signal: NodeJS.Signals | null = null): void => {
      clearTimeout(limit);
      running.delete(child);
      resolve({
        step,
        ok,
        wasStopped: stoppedByAll.has(child),
        signal,
        output,
        durationMs: performance.now() - startedMs,
      });
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(false);
    });
    child.on('close', (code, signal) => finish(code === 0, signal));
  });
}

/** Asks a command and its child processes to end, then kills them. */
function stop(child: ChildProcess): void {
  signal(child, 'SIGTERM');
  setTimeout(() => signal(child, 'SIGKILL'), graceMs).unref();
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // The process group has already ended.
  }
}

/** Stops everything that is still running; resolves when it has ended. */
export async function stopAll(): Promise<void> {
  const ended = [...running].map((child) => new Promise((resolve) => child.on('close', resolve)));
  for (const child of running) {
    stoppedByAll.add(child);
    stop(child);
  }
  await Promise.all(ended);
}
