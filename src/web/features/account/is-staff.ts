/** Whether the user who just logged in is staff. Loaded only at login. */
import { me } from '#contract/accounts.ts';
import { call } from '#web/session/call.ts';

export const isStaff = async (): Promise<boolean> => (await call(me)).staffRole !== null;
