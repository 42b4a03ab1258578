/** What an address is, and whose account is open. */

/** One spelling for an address. Dots and plus signs stay: only the owner's mail server knows what they mean. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export type Holder = { disabledAt: Date | null; deletedAt: Date | null };
export const mayLogIn = (user: Holder): boolean => user.disabledAt === null && user.deletedAt === null;
