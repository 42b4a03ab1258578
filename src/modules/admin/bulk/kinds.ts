/**
 * Every kind of bulk act: its permission, the delay in which it can be stopped, the records of a filter, and
 * the work per record.
 */
import type * as contract from '#contract/admin/bulk.ts';
import type { Received } from '#contract/endpoint.ts';
import type { Permission } from '#kernel/permissions.ts';
import { unpublishBoosterIn } from '#modules/boosters/staff.ts';
import * as boosters from '#modules/boosters/staff-store.ts';
import { unpublishProductIn } from '#modules/catalog/staff.ts';
import * as products from '#modules/catalog/staff-store.ts';
import { sendAnswerIn } from '#modules/contact/conversations.ts';
import { unpublishPostIn } from '#modules/content/staff.ts';
import { endCouponIn } from '#modules/coupons/staff.ts';
import * as coupons from '#modules/coupons/staff-store.ts';
import { completeOrderIn } from '#modules/fulfillment/service.ts';
import { couponListOf } from '#modules/admin/catalog/coupons.ts';
import { isInView } from '#modules/admin/catalog/whole-list.ts';
import { postListOf, postNamesOf } from '#modules/admin/content/posts.ts';
import { allIds, type KeysetList } from '#modules/admin/lists/keyset.ts';
import { resendOrderEmailIn, resendEmailIn } from '#modules/admin/orders/acts.ts';
import { listOf, rowsOf } from '#modules/admin/orders/list.ts';
import { customerListOf, rowsOf as customersOf } from '#modules/admin/customers/list.ts';
import { disableCustomerIn } from '#modules/admin/people.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { Kind } from './store.ts';

export type BulkKind<F> = {
  permission: Permission;
  /** Seconds before it starts, during which it can be stopped; 0 starts immediately. */
  waitsSeconds: number;
  /** Records that match the filter as of the time of the request. */
  subjectsOf: (db: Database, filter: F, at: Date) => AsyncIterable<string[]>;
  /** Runs in the given transaction. A `DomainError` is the result of this row. */
  run: (tx: Tx, deps: Deps, person: Person, subject: string) => Promise<unknown>;
  /** Display names; a record that is not in the map is shown by its id. */
  namesOf: (db: Database, subjects: string[]) => Promise<Map<string, string>>;
};

type OrderFilter = NonNullable<Received<typeof contract.staffCompleteOrders>['body']['filter']>;
type CouponFilter = NonNullable<Received<typeof contract.staffEndCoupons>['body']['filter']>;
type CustomerFilter = NonNullable<Received<typeof contract.staffDisableCustomers>['body']['filter']>;
type PostFilter = NonNullable<Received<typeof contract.staffUnpublishPosts>['body']['filter']>;
type ProductFilter = NonNullable<Received<typeof contract.staffUnpublishProducts>['body']['filter']>;

const undoSeconds = 8;

const ofOrders = {
  subjectsOf: (db: Database, filter: OrderFilter, at: Date) => allIds({ db }, listOf(filter, at)),
  namesOf: async (db: Database, ids: string[]) =>
    new Map((await rowsOf(db, ids)).map(({ id, number }) => [id, number])),
};

async function* once(subjects: Promise<string[]>): AsyncGenerator<string[]> {
  yield await subjects;
}

/** Codes are listed by text but identified by id. */
async function* couponsOf(db: Database, list: KeysetList): AsyncGenerator<string[]> {
  for await (const codes of allIds({ db }, list))
    yield (await coupons.findByCodes(db, codes)).map(({ id }) => String(id));
}

const publishedIn = (rows: { id: string; isPublished: boolean }[], { view }: ProductFilter): string[] =>
  rows.filter(isInView(view)).map(({ id }) => id);

export const kinds = {
  complete_orders: {
    ...ofOrders,
    permission: 'orders.write',
    waitsSeconds: 0,
    run: (tx, deps, { userId }, orderId) => completeOrderIn(tx, deps, orderId, userId),
  } satisfies BulkKind<OrderFilter>,
  email_orders_again: {
    ...ofOrders,
    permission: 'orders.write',
    waitsSeconds: undoSeconds,
    run: resendOrderEmailIn,
  } satisfies BulkKind<OrderFilter>,
  send_email_again: {
    permission: 'orders.write',
    waitsSeconds: undoSeconds,
    subjectsOf: () => once(Promise.resolve([])),
    run: resendEmailIn,
    namesOf: async (db, ids) =>
      new Map(
        (await db.selectFrom('mail').select(['id', 'subject']).where('id', 'in', ids).execute()).map(
          ({ id, subject }) => [id, subject],
        ),
      ),
  } satisfies BulkKind<never>,
  end_coupons: {
    permission: 'catalog.write',
    waitsSeconds: 0,
    subjectsOf: (db, filter, at) => couponsOf(db, couponListOf(filter, at)),
    run: (tx, deps, person, id) => endCouponIn(tx, deps, person, Number(id)),
    namesOf: async (db, ids) =>
      new Map(
        (
          await db.selectFrom('coupon').select(['id', 'code']).where('id', 'in', ids.map(Number)).execute()
        ).map(({ id, code }) => [String(id), code]),
      ),
  } satisfies BulkKind<CouponFilter>,
  unpublish_products: {
    permission: 'catalog.write',
    waitsSeconds: undoSeconds,
    subjectsOf: (db, filter) => once(products.list(db).then((rows) => publishedIn(rows, filter))),
    run: unpublishProductIn,
    namesOf: async (db) => new Map((await products.list(db)).map(({ id, name }) => [id, name])),
  } satisfies BulkKind<ProductFilter>,
  /** Answers to contact form messages. */
  send_answer: {
    permission: 'messages.write',
    waitsSeconds: undoSeconds,
    subjectsOf: () => once(Promise.resolve([])),
    run: sendAnswerIn,
    namesOf: async (db, ids) =>
      new Map(
        (
          await db
            .selectFrom('contact_answer')
            .innerJoin('contact_message', 'contact_message.id', 'message_id')
            .select(['contact_answer.id', 'email'])
            .where('contact_answer.id', 'in', ids)
            .execute()
        ).map(({ id, email }) => [id, `Reply to ${email}`]),
      ),
  } satisfies BulkKind<never>,
  unpublish_boosters: {
    permission: 'catalog.write',
    waitsSeconds: undoSeconds,
    subjectsOf: (db, filter) => once(boosters.list(db).then((rows) => publishedIn(rows, filter))),
    run: unpublishBoosterIn,
    namesOf: async (db) => new Map((await boosters.list(db)).map(({ id, title }) => [id, title])),
  } satisfies BulkKind<ProductFilter>,
  disable_customers: {
    permission: 'customers.write',
    waitsSeconds: 0,
    subjectsOf: (db, filter) => allIds({ db }, customerListOf(filter)),
    run: (tx, deps, { userId }, customerId) => disableCustomerIn(tx, deps, { customerId, actorId: userId }),
    namesOf: async (db, ids) =>
      new Map((await customersOf(db, ids)).map(({ id, name, email }) => [id, name || email])),
  } satisfies BulkKind<CustomerFilter>,
  unpublish_posts: {
    permission: 'content.write',
    waitsSeconds: undoSeconds,
    subjectsOf: (db, filter) => allIds({ db }, postListOf(filter)),
    run: unpublishPostIn,
    namesOf: postNamesOf,
  } satisfies BulkKind<PostFilter>,
};

/** A stored filter was validated by the endpoint of its kind. */
export const kindOf = (kind: Kind): BulkKind<unknown> => kinds[kind] as unknown as BulkKind<unknown>;
