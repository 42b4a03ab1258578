/**
 * Retries a transaction that PostgreSQL rolled back because of a deadlock or a serialization failure. By then
 * the other one is usually done. Use it only for work whose every effect is in its transaction.
 */
import { DatabaseError } from 'pg';
import type { Metrics } from './metrics.ts';

const retryableCodes: Record<string, 'deadlock' | 'serialization'> = {
  '40P01': 'deadlock',
  '40001': 'serialization',
};

export const retryOnDeadlock = <T>({ metrics }: { metrics?: Metrics }, run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    const reason = error instanceof DatabaseError ? retryableCodes[error.code ?? ''] : undefined;
    if (reason === undefined) throw error;
    metrics?.repeated(reason);
    return run();
  });
