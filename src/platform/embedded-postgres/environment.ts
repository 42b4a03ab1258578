/**
 * The environment of PostgreSQL's programs: no `PG*` settings of the operator, and English messages so that
 * they can be parsed. Where libfaketime changes the clock of this process, PostgreSQL's changes too, so that
 * both agree (`npm run lab -- test:repeat`).
 */
export const childEnvironment = (): NodeJS.ProcessEnv | undefined =>
  process.platform === 'win32'
    ? undefined
    : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...movedClock(process.env) };

/** PostgreSQL may run as another user, who cannot open our shared memory, so each process uses its own. */
const movedClock = ({ FAKETIME, LD_PRELOAD }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  FAKETIME === undefined
    ? {}
    : { FAKETIME, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DISABLE_SHM: '1' };
