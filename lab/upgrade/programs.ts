/**
 * Runs the programs of a version as an operator would: the shop, and commands. Each uses the code of its
 * folder and the same data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { until } from '#test/until.ts';

export type Environment = Record<string, string>;
export type Running = {
  origin: string;
  pid: number;
  said(): string;
  stop(): Promise<void>;
  /** Kills the process without warning, as if its machine failed. */
  kill(): Promise<void>;
};
export type Ended = { code: number | string; said: string };
/** The user account of the process. Only root can choose it. */
export type Account = { uid?: number; gid?: number };

const readyWithinMs = 120_000;
const running = new Set<ChildProcess>();

type Program = { child: ChildProcess; said: { text: string }; hasEnded: Promise<number | string> };

function launch(
  folder: string,
  program: string,
  words: string[],
  environment: Environment,
  account: Account = {},
): Program {
  const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const env = { PATH, ...environment };
  const child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  running.add(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const hasEnded = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  return { child, said: output, hasEnded };
}

/** Kills all remaining processes. */
export const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Runs this Node to completion. Returns the exit code and the output. */
export const command = (folder: string, words: string[], environment: Environment): Promise<Ended> =>
  runProgram(folder, [process.execPath, ...words], environment);

export async function runProgram(
  folder: string,
  [program = '', ...words]: string[],
  environment: Environment,
  account?: Account,
): Promise<Ended> {
  const { said, hasEnded } = launch(folder, program, words, environment, account);
  return { code: await hasEnded, said: said.text };
}

/** Starts the shop with that version's `npm start` and real keys, so it is not a demo. */
export function startShop(folder: string, environment: Environment): Promise<Running> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return startProgram(folder, ['sh', '-c', scripts.start], environment);
}

/** Starts a program. Its stop waits until the process has ended, and throws when the exit code is not 0. */
export async function startProgram(
  folder: string,
  [program = '', ...words]: string[],
  environment: Environment,
  account?: Account,
): Promise<Running> {
  const { child, said, hasEnded } = launch(folder, program, words, environment, account);
  const origin = await until(
    'the process is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}:\n${said.text}`);
      return /^ready (\S+)$/m.exec(said.text)?.[1];
    },
    readyWithinMs,
  );
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const code = await hasEnded;
    if (code !== 0) throw new Error(`the process ended with ${code}:\n${said.text}`);
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await hasEnded;
  };
  return { origin, said: () => said.text, pid: child.pid ?? 0, stop, kill };
}
