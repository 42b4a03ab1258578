/** What an address is, and whose account is open. */

export { normaliseEmail } from '#kernel/email-address.ts';

export type Holder = { disabledAt: Date | null; deletedAt: Date | null };
export const mayLogIn = (user: Holder): boolean => user.disabledAt === null && user.deletedAt === null;
