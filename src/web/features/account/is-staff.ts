/** Whether the person who has just logged in works here. Loaded at that moment only. */
import { me } from '#contract/accounts.ts';
import { callAs } from '#web/session/call-as.ts';

export const isStaff = async (): Promise<boolean> => (await callAs(me)).staffRole !== null;
