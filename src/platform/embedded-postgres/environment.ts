/** What PostgreSQL's programs see of the environment: nothing of the operator's PG* settings, and messages in English for us to read. */
export const childEnvironment = (): NodeJS.ProcessEnv | undefined =>
  process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
