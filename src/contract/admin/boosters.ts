/** Boosters in the console: what staff see and edit. */
import { endpoint } from '#contract/endpoint.ts';
import { BoosterId, ChargeablePrice, Dollars, required } from '#contract/values.ts';
import { z } from 'zod';
import { Changed, listQuery, pageOf, Version } from './list.ts';

export const boosterViews = ['all', 'published', 'drafts'] as const;

const fields = {
  title: required('Title is required', 80),
  price: ChargeablePrice,
  creditLimitIncrease: Dollars.refine((amount) => amount > 0, 'Enter the limit increase').refine(
    (amount) => amount <= 5_000_000,
    'At most $50,000.00',
  ),
  description: required('Description is required', 500),
  bgColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a color, for example #1f5c52'),
  published: z.boolean(),
  /** Lower numbers come first. */
  position: z.number().int().min(0).max(100_000),
};

export const BoosterDraft = z.strictObject({ id: BoosterId, ...fields });
export const BoosterEdit = z.strictObject({ version: Version, ...fields });

export const StaffBooster = z.object({
  id: BoosterId,
  version: Version,
  title: z.string(),
  price: Dollars,
  creditLimitIncrease: Dollars,
  description: z.string(),
  bgColor: z.string(),
  published: z.boolean(),
  position: z.number().int(),
  sold: z.number().int(),
  changed: Changed,
});

/** One booster with its price history: newest first, at most 50. */
export const StaffBoosterRecord = StaffBooster.extend({
  prices: z.array(z.object({ price: Dollars, since: z.iso.datetime(), by: z.string().nullable() })),
});

export const boosterList = { views: boosterViews, sorts: ['catalog'] } as const;

export const staffListBoosters = endpoint({
  method: 'GET',
  path: '/api/admin/boosters',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Lists boosters in display order, including drafts',
  query: listQuery(boosterList),
  response: pageOf(StaffBooster),
});

const byId = z.strictObject({ id: BoosterId });

export const staffReadBooster = endpoint({
  method: 'GET',
  path: '/api/admin/boosters/{id}',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Returns a booster',
  params: byId,
  response: StaffBoosterRecord,
});

export const staffCreateBooster = endpoint({
  method: 'POST',
  path: '/api/admin/boosters',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Creates a booster',
  body: BoosterDraft,
  response: StaffBoosterRecord,
});

export const staffEditBooster = endpoint({
  method: 'PUT',
  path: '/api/admin/boosters/{id}',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Updates, publishes, or unpublishes a booster',
  params: byId,
  body: BoosterEdit,
  response: StaffBoosterRecord,
});
