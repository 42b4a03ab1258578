/** The console's part of the API cache, and its cache tags. */
import { api } from '#web/session/api.ts';

/**
 * Cache tags of the console's lists and records. A mutation names what it changes: `staffMutation(endpoint,
 * ['StaffOrders', 'StaffHome'])`. The manifest of each area adds the area's own tags.
 */
export interface StaffTags {
  Staff: true;
  StaffBulk: true;
  StaffViews: true;
}

export type StaffTag = keyof StaffTags;

const sharedTags: readonly StaffTag[] = ['Staff', 'StaffBulk', 'StaffViews'];

/** Areas add their endpoints with `staff-calls.ts`. */
export const staffApi = api.enhanceEndpoints<StaffTag>({ addTagTypes: sharedTags });
