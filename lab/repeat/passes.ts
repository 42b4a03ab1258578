/**
 * The conditions under which `npm run lab -- test:repeat` runs every test file: busy processors, four clocks,
 * three time zones.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** With a moved clock, PostgreSQL's timers never fire, so these tests of its timeouts cannot pass. */
export const timerTests = ['database', 'deadlock', 'migrate-beside'].map(
  (name) => `src/platform/${name}.test.ts`,
);

export type Pass = {
  name: string;
  /** How often each file runs. */
  times: number;
  /** Whether every core is busy with other work. */
  isBusy: boolean;
  /** The time at which each batch starts. Null leaves the clock unchanged. */
  at: ((now: Date) => Date) | null;
  timeZone: string | null;
  /** False with a changed clock, because Chromium does not run with one. */
  hasStories: boolean;
};

/** The next such time in UTC. February 29 may be years away. */
export function next(month: number, day: number, hours: number, minutes = 0): (now: Date) => Date {
  return (now) => {
    for (let year = now.getUTCFullYear(); ; year += 1) {
      const at = new Date(Date.UTC(year, month - 1, day, hours, minutes));
      if (at > now && at.getUTCDate() === day) return at;
    }
  };
}

const clock = (name: string, at: Pass['at']): Pass => ({
  name,
  times: 1,
  isBusy: false,
  at,
  timeZone: null,
  hasStories: false,
});
const zone = (name: string, timeZone: string): Pass => ({
  name,
  times: 1,
  isBusy: false,
  at: null,
  timeZone,
  hasStories: false,
});

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

/** Debian installs the `faketime` library in a folder per architecture. */
export function findFaketime(libraries = '/usr/lib'): string | null {
  if (!existsSync(libraries)) return null;
  const folders = ['', ...readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'))];
  return (
    folders
      .map((folder) => join(libraries, folder, 'faketime', libraryName))
      .find((path) => existsSync(path)) ?? null
  );
}

/** Returns a sentence with what the machine lacks for these passes, or null. */
export function missing(chosen: Pass[], library: string | null): string | null {
  if (library !== null || chosen.every(({ at }) => at === null)) return null;
  const others = passes(1).filter(({ at }) => at === null);
  return (
    `The passes that move the clock need ${libraryName}, which Debian's package "faketime" installs: apt-get install faketime. ` +
    `Or leave them out: --passes ${others.map(({ name }) => name).join(',')}`
  );
}

/**
 * Environment variables for a run. The clock gets an offset instead of a fixed time, so that all processes
 * agree. The monotonic clock is unchanged, so timers and durations are not affected.
 */
export function environmentOf(
  { at, timeZone }: Pass,
  now: Date,
  library: string | null,
): Record<string, string> {
  const environment: Record<string, string> = {};
  if (timeZone !== null) environment.TZ = timeZone;
  if (at === null || library === null) return environment;
  return {
    ...environment,
    LD_PRELOAD: library,
    FAKETIME: `+${Math.round((at(now).getTime() - now.getTime()) / 1_000)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // PostgreSQL runs as another user, who cannot open the shared memory of this user.
    FAKETIME_DISABLE_SHM: '1',
  };
}
