/** Rejects a write that is based on an outdated version, and says who changed the object first. */
import { DomainError } from '#kernel/errors.ts';
import { formatDate } from '#kernel/dates.ts';

export type Versioned = { version: number; changedAt: Date | null; changedBy: string | null };

const timeOf = (moment: Date): string => `${moment.toISOString().slice(11, 16)} UTC`;

/** Throws `changed_meanwhile`. The caller must hold the lock on the row. */
export function assertUnchanged({ version, changedAt, changedBy }: Versioned, seenVersion: number): void {
  if (version === seenVersion) return;
  throw new DomainError(
    'changed_meanwhile',
    changedAt === null
      ? undefined
      : `${changedBy ?? 'Someone else'} changed this on ${formatDate(changedAt)} at ${timeOf(changedAt)}. Review the changes and try again`,
  );
}
