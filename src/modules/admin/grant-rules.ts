/**
 * Rules for when an administrator may act as a customer. Clients can forge the headers, so only an exact
 * match with the grant counts.
 */
import { isStaff, mayDo, type Role } from '#kernel/permissions.ts';

/** How long a two-factor confirmation stays valid, and how long the grant based on it lasts. */
export const stepUpLastsMs = 5 * 60_000;
export const grantLastsAtMostMinutes = 30;
export const reasonAtLeast = 10;
export const reasonAtMost = 300;

/** Values of the three headers; missing ones are empty. */
export type Claim = { userId: string; email: string };

export type Administrator = { userId: string; sessionId: string; role: Role; hasSecondFactor: boolean };

export type Grant = {
  id: string;
  adminId: string;
  sessionId: string | null;
  targetId: string;
  targetEmail: string;
  targetRole: Role;
  targetIsOpen: boolean;
  expiresAt: Date;
  revokedAt: Date | null;
};

/**
 * Returns the reason for a refusal, for the audit log, or null when the request is allowed. The reason is
 * never sent to the client.
 */
export function refusalReason(
  asking: Administrator,
  claim: Claim,
  grant: Grant | undefined,
  now: Date,
): string | null {
  if (!mayDo(asking.role, 'customers.view_as')) return 'not allowed to';
  if (!asking.hasSecondFactor) return 'no second factor';
  if (grant === undefined || grant.adminId !== asking.userId) return 'no grant';
  if (grant.sessionId !== asking.sessionId) return 'another session';
  if (grant.revokedAt !== null || now >= grant.expiresAt) return 'grant has ended';
  if (isStaff(grant.targetRole) || !grant.targetIsOpen) return 'not a customer';
  return claim.userId === grant.targetId && claim.email === grant.targetEmail ? null : 'another customer';
}
