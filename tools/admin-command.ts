/**
 * Shared types and helpers of the `npm run admin` commands: each gets words and options, prints what it did,
 * and returns the exit code.
 */
import type { ParseArgsOptionsConfig } from 'node:util';
import { type AmountProblem, amountProblems } from '#kernel/typed-amounts.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Config } from '#server/settings/config.ts';

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
export type Options = { [Name in Exclude<keyof typeof options, 'help' | Switch>]?: string } & {
  [Name in Switch]?: boolean;
};
/** Exit codes. 0: done. 1: a check failed. 2: the command was invalid or rejected. */
export type Work = (deps: Deps, config: Config, words: string[], options: Options) => Promise<number>;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const complain = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`);
  return 2;
};

/** Prints `12.50 is not an amount` and a correct example. */
export const rejectAmount = (text: string | undefined, problem: AmountProblem): number =>
  complain(`${text ?? ''} is not an amount in dollars. ${amountProblems[problem]}`);

/**
 * Parses a time as typed in a terminal: `2026-11-25T14:30Z`, or the format of PostgreSQL and pgBackRest
 * (`2026-11-25 14:30:00+00`). Returns null for anything else. A time without a zone would depend on the
 * machine, and after a restore the exact time matters.
 */
export function momentIn(text: string): Date | null {
  const [, day, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)$/.exec(text.trim()) ??
    [];
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const moment = new Date(`${day}T${time}${offset}`);
  // `Date` turns February 31 into March 3, so compare the day.
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day?.slice(-2));
  return isDay && !Number.isNaN(moment.getTime()) ? moment : null;
}

export const momentExample = '2026-11-25T14:30Z (with Z or an offset such as +02:00)';

/** In the format that `momentIn` reads, to the millisecond. */
export const inUtc = (moment: Date): string =>
  `${moment
    .toISOString()
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.000$/, '')} UTC`;
