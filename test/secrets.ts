/** The secret of every test shop. It is nobody's: it protects databases that live for one test file. */
import { createKeys } from '#platform/keys.ts';
import { createPasswords } from '#platform/passwords.ts';

export const testSessionSecret = Buffer.from('for tests only: nobody depends on this secret').toString('base64url');

export const testKeys = createKeys([testSessionSecret]);

/** As little effort as Argon2 takes, and no queue worth the name: tests are about something else. */
export const cheapEffort = { memoryKib: 64, passes: 1, parallelism: 1 };
export const cheapPasswords = (onHash?: () => void) =>
  createPasswords({ effort: cheapEffort, atOnce: 4, waitingAtMost: 10_000, waitingPerClient: 10_000, ...(onHash ? { onHash } : {}) });
