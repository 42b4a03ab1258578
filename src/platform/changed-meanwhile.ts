/** What is edited has a version: a write that was made from an older one is refused, with who was quicker. */
import { DomainError } from '#kernel/errors.ts';
import { formatDate } from '#kernel/dates.ts';

export type Versioned = { version: number; changedAt: Date | null; changedBy: string | null };

const timeOf = (moment: Date): string => `${moment.toISOString().slice(11, 16)} UTC`;

/** Throws `changed_meanwhile`. The row is locked by then. */
export function assertUnchanged({ version, changedAt, changedBy }: Versioned, seenVersion: number): void {
  if (version === seenVersion) return;
  throw new DomainError(
    'changed_meanwhile',
    changedAt === null
      ? undefined
      : `${changedBy ?? 'Somebody else'} changed this on ${formatDate(changedAt)} at ${timeOf(changedAt)}. Please look at it again`,
  );
}
