/**
 * Chooses how much a test does: little by default, everything with `npm run test:all`. See docs/testing.md.
 */
export const amount = <T>(inEveryRun: T, inAll: T): T =>
  process.env.TEST_AMOUNT === 'full' ? inAll : inEveryRun;

/** How often a process is stopped under load. Releases run more (STOPS=20). */
export const stops = Number(process.env.STOPS ?? amount(1, 5));
