/**
 * Two transactions that wait for each other, or that cannot be put into one order: PostgreSQL breaks one off, and nothing of it is left.
 * Done once more it finds the other one finished. Only for work that may be repeated as a whole: everything it does is in its transaction.
 */
import { DatabaseError } from 'pg';
import type { Deps } from './deps.ts';

const brokenOff: Record<string, 'deadlock' | 'serialization'> = { '40P01': 'deadlock', '40001': 'serialization' };

export const againAfterDeadlock = <T>({ metrics }: Pick<Deps, 'metrics'>, run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    const reason = error instanceof DatabaseError ? brokenOff[error.code ?? ''] : undefined;
    if (reason === undefined) throw error;
    metrics?.repeated(reason);
    return run();
  });
