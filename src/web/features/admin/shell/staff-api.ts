/** The console's part of the API cache, and its cache tags. */
import { api } from '#web/session/api.ts';

/**
 * Cache tags of the console's lists and records. A mutation names what it changes: `staffMutation(endpoint,
 * ['StaffOrders', 'StaffHome'])`.
 */
export const staffTags = [
  'Staff',
  'StaffHome',
  'StaffOrders',
  'StaffCustomers',
  'StaffCredit',
  'StaffCatalog',
  'StaffMoney',
  'StaffPosts',
  'StaffPageTexts',
  'StaffBulk',
  'StaffViews',
  'StaffMessages',
  'StaffPeople',
  'StaffSettings',
  'StaffEmailTexts',
  'StaffHealth',
] as const;

export type StaffTag = (typeof staffTags)[number];

/** Areas add their endpoints with `staff-calls.ts`. */
export const staffApi = api.enhanceEndpoints({ addTagTypes: staffTags });
