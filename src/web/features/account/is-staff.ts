/** Whether the person who has just logged in works here. Loaded at that moment only. */
import { me } from '#contract/accounts.ts';
import { call } from '#web/session/call.ts';

export const isStaff = async (): Promise<boolean> => (await call(me)).staffRole !== null;
