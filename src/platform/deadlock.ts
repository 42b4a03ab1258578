/**
 * Two transactions that wait for each other: PostgreSQL breaks one off, and nothing of it is left. Done once more it finds the other one
 * finished. Only for work that may be repeated as a whole: everything it does is in its transaction.
 */
import { DatabaseError } from 'pg';

const brokenOff = '40P01';

export const againAfterDeadlock = <T>(run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === brokenOff) return run();
    throw error;
  });
