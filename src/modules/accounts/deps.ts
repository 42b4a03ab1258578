/** What this module is given besides what every service has: its limits, and what it must know of modules that are right of it. */
import type * as contract from '#contract/accounts.ts';
import type { Handled } from '#contract/endpoint.ts';
import type * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { AccountLimits } from '#modules/accounts/limits/service.ts';

type CurrentUser = Handled<typeof contract.me>;

/** A leave of our support to act for a person. */
export type Support = { id: string; reason: string; createdAt: Date; expiresAt: Date };

/** Handed in by `server/app.ts`: accounts stands left of the modules that answer these. */
export type Callbacks = {
  /** The newest, and where older ones begin. */
  newestOrdersOf(userId: string): Promise<{ data: CurrentUser['orders']; nextCursor: CurrentUser['ordersCursor'] }>;
  userCreditsOf(db: Database, userId: string): Promise<CurrentUser['userCredits']>;
  factBusinessOf(db: Database, userId: string): Promise<CurrentUser['factBusinessId']>;
  pendingCartOf(db: Database, userId: string): Promise<CurrentUser['cart']>;
  /**
   * Called where somebody who is known to read the mails of the address is here: when it is confirmed, and at each log-in. Safe to repeat.
   * Answers what is to be recorded, last.
   */
  ownerIsHere(tx: Tx, person: { userId: string; email: string }): Promise<audit.AuditEntry[]>;
  /** Whatever else is sent to a person's address follows them. */
  emailChanged(tx: Tx, change: { userId: string; from: string; to: string }): Promise<void>;
  /** Those that can be used right now. */
  supportOf(db: Database, userId: string): Promise<Support[]>;
  /** Ends one of them, or all. Answers what is to be recorded, last: nothing where there was none. */
  endSupport(tx: Tx, userId: string, grantId: string | null): Promise<audit.AuditEntry[]>;
};

export type AccountDeps = Deps & { accountLimits: AccountLimits; callbacks: Callbacks };
