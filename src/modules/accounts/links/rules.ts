/** What a link in an email is for, and how long it works. */
import { isStaff, type Role } from '#kernel/permissions.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type Purpose = 'confirm_email' | 'reset_password' | 'set_password' | 'change_email_old' | 'change_email_new';

const linkLifetimeMs: Record<Purpose, number> = {
  confirm_email: dayMs,
  reset_password: 30 * minuteMs,
  set_password: dayMs,
  change_email_old: dayMs,
  change_email_new: dayMs,
};

/**
 * How long a link works. A customer without a password bought as a guest, and nobody waits for that email: seven days, whoever asks for
 * it anew, because a newer link voids the older and must not end before it.
 */
export const lifetimeOf = (purpose: Purpose, { role, hasPassword }: { role: Role; hasPassword: boolean }): number =>
  purpose === 'set_password' && !isStaff(role) && !hasPassword ? 7 * dayMs : linkLifetimeMs[purpose];
