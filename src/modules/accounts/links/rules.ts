/** The purposes of links in emails, and how long each link works. */
import { isStaff, type Role } from '#kernel/permissions.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type Purpose =
  | 'confirm_email'
  | 'reset_password'
  | 'set_password'
  | 'change_email_old'
  | 'change_email_new';

const linkLifetimeMs: Record<Purpose, number> = {
  confirm_email: dayMs,
  reset_password: 30 * minuteMs,
  set_password: dayMs,
  change_email_old: dayMs,
  change_email_new: dayMs,
};

/**
 * Lifetime of a link in ms. A guest buyer without a password does not expect this email, so they get seven
 * days. That holds for every request: a newer link voids the older one and must not expire before it.
 */
export const lifetimeOf = (
  purpose: Purpose,
  { role, hasPassword }: { role: Role; hasPassword: boolean },
): number =>
  purpose === 'set_password' && !isStaff(role) && !hasPassword ? 7 * dayMs : linkLifetimeMs[purpose];
