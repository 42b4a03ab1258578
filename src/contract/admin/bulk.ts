/**
 * Bulk actions on many records: those that are listed, or all that match a list's filter. A server job
 * processes them one after the other and reports its progress and each result. Some actions wait briefly
 * before they start, and can be undone until then.
 */
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { BoosterId, OrderId, ProductId } from '#contract/values.ts';
import { z } from 'zod';
import { boosterList } from './boosters.ts';
import { productList } from './catalog.ts';
import { CouponId, couponList } from './coupons.ts';
import { customerList } from './customers.ts';
import { exportQuery } from './list.ts';
import { PressKey } from './order-acts.ts';
import { orderList, UserId } from './orders.ts';
import { PostId, postList } from './posts.ts';

export const bulkKinds = [
  'complete_orders',
  'email_orders_again',
  'send_email_again',
  'end_coupons',
  'unpublish_products',
  'unpublish_boosters',
  'disable_customers',
  'send_answer',
  'unpublish_posts',
] as const;

/** Limit of one action; of more matches, the first ones are processed. */
export const bulkAtMost = 10_000;
const namedAtMost = 500;

export const BulkId = z.string().regex(idPattern('bulk'), 'Not found');

/** `waiting`: not started, can be undone. `stopped`: by a person; what was done before stays done. */
const states = ['waiting', 'running', 'done', 'stopped'] as const;

export const BulkAct = z.object({
  id: BulkId,
  kind: z.enum(bulkKinds),
  state: z.enum(states),
  madeAt: z.iso.datetime(),
  /** Time left to undo the whole action, in milliseconds. */
  undoableMs: z.number().int(),
  total: z.number().int(),
  done: z.number().int(),
  refused: z.number().int(),
  /** More records matched than one action processes. */
  isCut: z.boolean(),
});

export const bulkResultsAtMost = 200;

export const BulkResult = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  /** Why it was rejected; empty otherwise. */
  problem: z.string(),
});

/** Either the ids or the filter. */
const chosen = <I extends z.ZodType, F extends z.ZodType>(id: I, filter: F) =>
  z
    .strictObject({
      ids: z
        .array(id)
        .min(1, 'Select at least one record')
        .max(namedAtMost, `Select up to ${namedAtMost} records`)
        .optional(),
      filter: filter.optional(),
    })
    .refine(
      ({ ids, filter: listFilter }) => (ids === undefined) !== (listFilter === undefined),
      'Select records or a filter',
    );

const start = { method: 'POST', access: 'staff', headers: PressKey, response: BulkAct } as const;

export const staffCompleteOrders = endpoint({
  ...start,
  path: '/api/admin/orders/completions',
  permission: 'orders.write',
  summary: 'Marks many orders as complete and emails their buyers',
  body: chosen(OrderId, exportQuery(orderList)),
});

export const staffEmailOrdersAgain = endpoint({
  ...start,
  path: '/api/admin/orders/sendings',
  permission: 'orders.write',
  summary: 'Resends the latest email of many orders; cancelable for eight seconds',
  body: chosen(OrderId, exportQuery(orderList)),
});

export const staffSendEmailAgain = endpoint({
  ...start,
  path: '/api/admin/emails/{id}/sendings',
  permission: 'orders.write',
  summary: 'Resends an email unchanged to its original recipient; cancelable for eight seconds',
  params: z.strictObject({ id: z.string().regex(idPattern('mail'), 'Email not found') }),
});

export const staffEndCoupons = endpoint({
  ...start,
  path: '/api/admin/coupons/endings',
  permission: 'catalog.write',
  summary: 'Ends many coupons',
  body: chosen(CouponId, exportQuery(couponList)),
});

export const staffUnpublishProducts = endpoint({
  ...start,
  path: '/api/admin/products/unpublishings',
  permission: 'catalog.write',
  summary: 'Unpublishes products; cancelable for eight seconds',
  body: chosen(ProductId, exportQuery(productList)),
});

export const staffUnpublishBoosters = endpoint({
  ...start,
  path: '/api/admin/boosters/unpublishings',
  permission: 'catalog.write',
  summary: 'Unpublishes boosters; cancelable for eight seconds',
  body: chosen(BoosterId, exportQuery(boosterList)),
});

export const staffDisableCustomers = endpoint({
  ...start,
  path: '/api/admin/customers/disablings',
  permission: 'customers.write',
  summary: 'Disables many accounts and ends their sessions',
  body: chosen(UserId, exportQuery(customerList)),
});

export const staffUnpublishPosts = endpoint({
  ...start,
  path: '/api/admin/posts/unpublishings',
  permission: 'content.write',
  summary: 'Unpublishes posts; cancelable for eight seconds',
  body: chosen(PostId, exportQuery(postList)),
});

export const staffListBulkActs = endpoint({
  method: 'GET',
  path: '/api/admin/bulk-acts',
  access: 'staff',
  permission: 'home.read',
  summary: "Lists the caller's bulk actions of the last 24 hours, up to 20",
  response: z.object({ acts: z.array(BulkAct) }),
});

const byId = z.strictObject({ id: BulkId });

export const staffReadBulkAct = endpoint({
  method: 'GET',
  path: '/api/admin/bulk-acts/{id}',
  access: 'staff',
  permission: 'home.read',
  summary: "Returns a bulk action's progress and record results, failed records first",
  params: byId,
  response: BulkAct.extend({ rows: z.array(BulkResult) }),
});

export const staffStopBulkAct = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-acts/{id}/stop',
  access: 'staff',
  permission: 'home.read',
  summary: 'Cancels a waiting bulk action or stops a running one',
  params: byId,
  response: BulkAct,
});

export const staffRetryBulkAct = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-acts/{id}/retries',
  access: 'staff',
  permission: 'home.read',
  summary: 'Retries the failed records of a bulk action',
  params: byId,
  response: BulkAct,
});
