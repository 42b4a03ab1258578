/**
 * What this module needs beyond the usual service dependencies: its limits, and callbacks into modules to its
 * right.
 */
import type * as contract from '#contract/accounts.ts';
import type { Handled } from '#contract/endpoint.ts';
import type * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { AccountLimits } from '#modules/accounts/limits/service.ts';

type CurrentUser = Handled<typeof contract.me>;

/** A grant that lets support staff act for a customer. */
export type Support = { id: string; reason: string; createdAt: Date; expiresAt: Date };

/** Passed in by `server/app.ts`, because accounts is left of the modules that implement these. */
export type Callbacks = {
  /** The newest orders, and the cursor for older ones. */
  newestOrdersOf(
    userId: string,
  ): Promise<{ data: CurrentUser['orders']; nextCursor: CurrentUser['ordersCursor'] }>;
  userCreditsOf(db: Database, userId: string): Promise<CurrentUser['userCredits']>;
  factBusinessOf(db: Database, userId: string): Promise<CurrentUser['factBusinessId']>;
  pendingCartOf(db: Database, userId: string): Promise<CurrentUser['cart']>;
  /**
   * Called when the user has proven access to the mailbox: on confirmation and at each log-in. Safe to
   * repeat. Returns the audit entries for the caller to record last.
   */
  ownerIsHere(tx: Tx, person: { userId: string; email: string }): Promise<audit.AuditEntry[]>;
  /** Moves everything else that is sent to the user's address to the new one. */
  emailChanged(tx: Tx, change: { userId: string; from: string; to: string }): Promise<void>;
  /** The grants that are usable right now. */
  supportOf(db: Database, userId: string): Promise<Support[]>;
  /**
   * Ends one grant, or all of them. Returns the audit entries for the caller to record last; empty when there
   * was no grant.
   */
  endSupport(tx: Tx, userId: string, grantId: string | null): Promise<audit.AuditEntry[]>;
};

export type AccountDeps = Deps & { accountLimits: AccountLimits; callbacks: Callbacks };
