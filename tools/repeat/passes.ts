/** The conditions under which `npm run test:repeat` runs every test file: busy processors, four clocks, three time zones. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Pass = {
  name: string;
  /** How often each file runs. */
  times: number;
  /** Every core is busy with something else. */
  isBusy: boolean;
  /** The moment at which each batch of files begins; null leaves the clock alone. */
  at: ((now: Date) => Date) | null;
  timeZone: string | null;
  /** Chromium does not run with a moved clock. */
  hasStories: boolean;
};

/** The next such moment in UTC. February 29 may be years away. */
export function next(month: number, day: number, hours: number, minutes = 0): (now: Date) => Date {
  return (now) => {
    for (let year = now.getUTCFullYear(); ; year += 1) {
      const at = new Date(Date.UTC(year, month - 1, day, hours, minutes));
      if (at > now && at.getUTCDate() === day) return at;
    }
  };
}

const clock = (name: string, at: Pass['at']): Pass => ({ name, times: 1, isBusy: false, at, timeZone: null, hasStories: false });
const zone = (name: string, timeZone: string): Pass => ({ name, times: 1, isBusy: false, at: null, timeZone, hasStories: false });

export const passes = (times: number): Pass[] => [
  { name: 'busy', times, isBusy: true, at: null, timeZone: null, hasStories: true },
  clock('december-31', next(12, 31, 23, 58)),
  clock('february-28', next(2, 28, 12)),
  clock('february-29', next(2, 29, 12)),
  // The next month is too short for this day.
  clock('january-31', next(1, 31, 12)),
  zone('new-york', 'America/New_York'),
  zone('kolkata', 'Asia/Kolkata'),
  zone('kiritimati', 'Pacific/Kiritimati'),
];

const libraryName = 'libfaketimeMT.so.1';

/** Debian installs the library of `faketime` per architecture, below the folder of its libraries. */
export function findFaketime(libraries = '/usr/lib'): string | null {
  if (!existsSync(libraries)) return null;
  const folders = ['', ...readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'))];
  return folders.map((folder) => join(libraries, folder, 'faketime', libraryName)).find((path) => existsSync(path)) ?? null;
}

/** The sentence for a machine that lacks what the passes need; null when it has all of it. */
export function missing(chosen: Pass[], library: string | null): string | null {
  if (library !== null || chosen.every(({ at }) => at === null)) return null;
  const others = passes(1).filter(({ at }) => at === null);
  return (
    `The passes that move the clock need ${libraryName}, which Debian's package "faketime" installs: apt-get install faketime. ` +
    `Or leave them out: --passes ${others.map(({ name }) => name).join(',')}`
  );
}

/**
 * Adds to the environment of a run. The clock is moved by an offset, not set, so that all processes of the run agree on it.
 * The monotonic clock stays true: timers and measured durations are not affected.
 */
export function environmentOf({ at, timeZone }: Pass, now: Date, library: string | null): Record<string, string> {
  const environment: Record<string, string> = {};
  if (timeZone !== null) environment.TZ = timeZone;
  if (at === null || library === null) return environment;
  return {
    ...environment,
    LD_PRELOAD: library,
    FAKETIME: `+${Math.round((at(now).getTime() - now.getTime()) / 1_000)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // PostgreSQL runs as another user, who cannot open the shared memory of this one.
    FAKETIME_DISABLE_SHM: '1',
  };
}
