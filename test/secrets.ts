/** The session secret of every test shop. It protects nothing: the databases exist for one test file only. */
import { createKeys } from '#platform/keys.ts';
import { createPasswords } from '#platform/passwords.ts';

export const testSessionSecret = Buffer.from('for tests only: nobody depends on this secret').toString(
  'base64url',
);

export const testKeys = createKeys([testSessionSecret]);

/** The lowest Argon2 cost, with almost no queue, because most tests are not about hashing. */
export const cheapEffort = { memoryKib: 64, passes: 1, parallelism: 1 };
export const cheapPasswords = (onHash?: () => void) =>
  createPasswords({
    effort: cheapEffort,
    concurrency: 4,
    waitingAtMost: 10_000,
    waitingPerClient: 10_000,
    ...(onHash ? { onHash } : {}),
  });
