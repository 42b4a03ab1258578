/** Calls for the signed-in staff member, and for the code required before sensitive actions. */
import { staffSearch } from '#contract/admin/search.ts';
import { giveFreshFactor, readStaffPerson } from '#contract/admin/session.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from './staff-calls.ts';

export type StaffPerson = Answer<typeof readStaffPerson>;

export type Hit = Answer<typeof staffSearch>['hits'][number];

export const useStaffPersonQuery = staffQuery(readStaffPerson, ['Staff']);
export const useStaffSearchQuery = staffQuery(staffSearch, [], {
  pick: ({ hits }) => hits,
  keepUnusedDataFor: 30,
});
export const useStaffFreshFactorMutation = staffMutation(giveFreshFactor, ['Staff']);
