/** When a guest may still correct the address of an order they have just paid. */
import { isAccepted, type OrderStatus } from '#modules/orders/rules.ts';

const correctForMs = 24 * 3_600_000;
export const correctionsAtMost = 3;

export type CorrectionFacts = {
  status: OrderStatus;
  acceptedAt: Date | null;
  corrections: number;
  /** The order belongs to an account with a confirmed address. */
  isOwnerConfirmed: boolean;
};

/** The deadline for corrections; null when none are possible. */
export function correctableUntil(
  { status, acceptedAt, corrections, isOwnerConfirmed }: CorrectionFacts,
  now: Date,
): Date | null {
  if (!isAccepted(status) || acceptedAt === null || isOwnerConfirmed || corrections >= correctionsAtMost)
    return null;
  const until = new Date(acceptedAt.getTime() + correctForMs);
  return now < until ? until : null;
}
