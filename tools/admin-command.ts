/** What every command of `npm run admin` is: it gets words and options, says what it did, and answers how the program ends. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Deps } from '#platform/deps.ts';
import type { Config } from '#server/config.ts';

const text = { type: 'string' } as const;

export const options = {
  key: text,
  email: text,
  noted: text,
  processor: { type: 'boolean' },
  days: text,
  name: text,
  as: text,
  for: text,
  reason: text,
  code: text,
  minutes: text,
  session: text,
  'dry-run': { type: 'boolean' },
  to: text,
  from: text,
  'key-file': text,
  prove: { type: 'boolean' },
  'secret-lost': { type: 'boolean' },
  missing: { type: 'boolean' },
  since: text,
  help: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

type Switch = 'processor' | 'dry-run' | 'prove' | 'secret-lost' | 'missing';
export type Options = { [Name in Exclude<keyof typeof options, 'help' | Switch>]?: string } & { [Name in Switch]?: boolean };
/** 0: done. 1: something is not as it should be. 2: the command was not understood, or refused. */
export type Work = (deps: Deps, config: Config, words: string[], options: Options) => Promise<number>;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const complain = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`);
  return 2;
};
