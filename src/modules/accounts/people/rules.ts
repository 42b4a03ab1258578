/** Normalizes email addresses and decides whether an account may log in. */

export { normalizeEmail } from '#kernel/email-address.ts';

export type Holder = { disabledAt: Date | null; deletedAt: Date | null };
export const mayLogIn = (user: Holder): boolean => user.disabledAt === null && user.deletedAt === null;
