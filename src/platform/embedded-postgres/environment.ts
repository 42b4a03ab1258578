/**
 * The environment of PostgreSQL's programs: no `PG*` settings of the operator, and messages in English so that they can be parsed.
 * Where libfaketime moves the clock of this process, it moves PostgreSQL's too, so that both agree (`npm run test:repeat`).
 */
export const childEnvironment = (): NodeJS.ProcessEnv | undefined =>
  process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...movedClock(process.env) };

/** PostgreSQL may run as another user, who cannot open the shared memory of ours: each process keeps its own. */
const movedClock = ({ FAKETIME, LD_PRELOAD }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  FAKETIME === undefined ? {} : { FAKETIME, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DISABLE_SHM: '1' };
