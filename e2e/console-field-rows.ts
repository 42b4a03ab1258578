/**
 * Stores the texts of console-fields.ts directly, as an intruder past the API would. Uploaded files lose
 * their names.
 */
import { contract } from '#contract/contract.ts';
import { noDetails } from '#content/product-details.ts';
import { booster, type Places, product, type Texts } from '#e2e/console-fields.ts';
import { aFirstPurchase, anEin, company } from '#e2e/credit-people.ts';
import { messageAndTemplate, writeMessages } from '#e2e/message-fields.ts';
import { aDraft, deletePost, writeContent } from '#e2e/content-fields.ts';
import { shopForCustomer, userIdOf } from '#e2e/staff-people.ts';
import { expect, type Shop } from '#e2e/story.ts';
import { freshId } from '#kernel/ids.ts';
import type { Page } from '@playwright/test';

const longAgo = new Date(0);
const late = new Date('2100-01-01T00:00:00Z');

const atProcessor = (
  { sandboxOrigin }: Shop,
  what: 'refunds' | 'disputes',
  body: object,
): Promise<Response> =>
  fetch(`${sandboxOrigin}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates a customer who has bought, paid, and applied for credit, with a partial refund and a dispute. */
async function aCustomer(page: Page, customerShop: Shop) {
  const { db } = customerShop;
  const call = await aFirstPurchase(page, customerShop);
  await call(contract.saveCompany, {
    body: { ...company, phone: '+1 307 555 0142', ein: anEin(), attested: true },
  });
  const { terms } = await call(contract.readApplication);
  await call(contract.applyForCredit, { body: { termsVersion: terms.version, termsAgreed: true } });
  const user = await userIdOf(customerShop);
  const paid = await db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'order_id')
    .select(['payment.id', 'order_id', 'intent_ref'])
    .where('user_id', '=', user)
    .where('payment.status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  await atProcessor(customerShop, 'refunds', { payment_intent: paid.intent_ref, amount: 1_000 });
  const refunds = db.selectFrom('refund').select('state').where('payment_id', '=', paid.id);
  await expect.poll(() => refunds.executeTakeFirst()).toBeDefined();
  const answer = await atProcessor(customerShop, 'disputes', { payment_intent: paid.intent_ref });
  const { id: dispute } = (await answer.json()) as { id: string };
  const stored = db.selectFrom('dispute').select('answer_by').where('dispute_ref', '=', dispute);
  await expect.poll(() => stored.executeTakeFirst()).toMatchObject({ answer_by: expect.any(Date) });
  const application = await db
    .selectFrom('credit_application')
    .select(['id', 'company_id'])
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  return {
    user,
    order: paid.order_id,
    payment: paid.id,
    dispute,
    application: application.id,
    company: application.company_id,
  };
}

/**
 * Creates rows for all fields with plain text. Call it before creating the staff member, who becomes the
 * story's buyer.
 */
export async function aCustomerWithAll(
  page: Page,
  shop: Shop,
): Promise<Omit<Places, 'staff' | 'grant' | 'view' | 'message' | 'template'>> {
  const { db } = shop;
  const customer = await aCustomer(page, shopForCustomer(shop, 'Adwoa'));
  const cart = freshId('cart');
  await db.insertInto('cart').values({ id: cart }).execute();
  const { id: account } = await db.selectFrom('credit_account').select('id').executeTakeFirstOrThrow();
  const freeze = freshId('frz');
  const begun = { kind: 'staff' as const, reason: 'x', started_at: new Date() };
  await db
    .insertInto('credit_freeze')
    .values({ id: freeze, account_id: account, ...begun })
    .execute();
  const connection = {
    id: freshId('con'),
    user_id: customer.user,
    bureau_user_id: '1',
    profile_id: freshId('con'),
    key_sealed: 'x',
  };
  await db
    .insertInto('bureau_connection')
    .values({ ...connection, state: 'connected', connected_at: longAgo, next_score_at: late })
    .execute();
  const attempt = {
    payment_id: customer.payment,
    attempt_ref: freshId('pay'),
    at: new Date(),
    outcome: 'declined' as const,
  };
  await db.insertInto('payment_attempt').values(attempt).execute();
  await db
    .insertInto('product')
    .values({
      id: product,
      kind: 'simple',
      image: '/products/ein-filing.svg',
      position: 9_999,
      price_cents: 100,
      name: 'x',
      active: false,
    })
    .execute();
  await db.insertInto('product_benefit').values({ product_id: product, position: 0, text: 'x' }).execute();
  const prices = {
    price_cents: 100,
    credit_limit_increase_cents: 100,
    bg_color: '#ffffff',
    position: 9_999,
    active: false,
  };
  await db
    .insertInto('booster')
    .values({ id: booster, title: 'x', description: 'x', ...prices })
    .execute();
  const { id: coupon } = await db
    .insertInto('coupon')
    .values({
      code: freshId('note').toUpperCase(),
      kind: 'percentage',
      basis_points: 100,
      usage_limit: 1,
      expires_at: late,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const post = await aDraft(shop, late);
  return { ...customer, cart, account, freeze, coupon, post };
}

/** Renews the grant, because the whole corpus takes longer than one lasts. */
function fromNow() {
  const now = new Date();
  return { stepped_up_at: now, created_at: now, expires_at: new Date(now.getTime() + 20 * 60_000) };
}

/**
 * Texts typed by staff: notes, a reason to view the shop as the customer, and a view shared with the team.
 */
export async function insertStaffContent(
  { db }: Shop,
  staff: string,
  { user, order }: { user: string; order: string },
) {
  const [grant, view] = [freshId('gra'), freshId('view')];
  const now = new Date();
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', staff)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('impersonation_grant')
    .values({
      id: grant,
      session_id: session.id,
      admin_id: staff,
      target_id: user,
      reason: 'Asked for help',
      ...fromNow(),
    })
    .execute();
  for (const [kind, id] of [['order', order] as const, ['customer', user] as const])
    await db
      .insertInto('staff_note')
      .values({
        id: freshId('note'),
        about_kind: kind,
        about_id: id,
        text: 'x',
        author_id: staff,
        created_at: now,
      })
      .execute();
  await db
    .insertInto('saved_view')
    .values({
      id: view,
      list: 'orders',
      name: 'x',
      query: '{}',
      owner_id: staff,
      is_shared: true,
      created_at: now,
    })
    .execute();
  return { staff, grant, view, ...(await messageAndTemplate(db, staff)) };
}

async function writePeople({ db }: Shop, at: Places, t: Texts): Promise<void> {
  const names = {
    first_name: t.userFirst,
    last_name: t.userLast,
    phone: t.userPhone,
    address: t.userAddress,
    city: t.userCity,
  };
  await db
    .updateTable('app_user')
    .set({ ...names, email: t.userEmail })
    .where('id', '=', at.user)
    .execute();
  await db
    .updateTable('session')
    .set({ device: t.device, ip: t.network })
    .where('user_id', '=', at.user)
    .execute();
  await db
    .updateTable('impersonation_grant')
    .set({ reason: t.grantReason.padEnd(10, '.'), ...fromNow() })
    .where('id', '=', at.grant)
    .execute();
  await db.updateTable('staff_note').set({ text: t.customerNote }).where('about_id', '=', at.user).execute();
  await db
    .updateTable('bureau_connection')
    .set({ business_name: t.businessName })
    .where('user_id', '=', at.user)
    .execute();
  const place = {
    address_line1: t.companyAddress,
    city: t.companyCity,
    phone: t.companyPhone,
    website: t.companyWebsite,
  };
  await db
    .updateTable('company')
    .set({ ...place, legal_name: t.companyName })
    .where('id', '=', at.company)
    .execute();
  await db
    .updateTable('credit_application')
    .set({ applied_at: longAgo })
    .where('id', '=', at.application)
    .execute();
  await db.updateTable('credit_freeze').set({ reason: t.freezeReason }).where('id', '=', at.freeze).execute();
}

async function writeSales({ db }: Shop, at: Places, t: Texts): Promise<void> {
  const buyer = {
    first_name: t.orderFirst,
    last_name: t.orderLast,
    email: t.orderEmail,
    phone: t.orderPhone,
  };
  const address = { address_line1: t.orderAddress, company: t.orderCompany, tax_number: t.orderTax };
  await db
    .updateTable('shop_order')
    .set({ ...buyer, ...address, accepted_at: longAgo })
    .where('id', '=', at.order)
    .execute();
  await db.updateTable('order_item').set({ name: t.item }).where('order_id', '=', at.order).execute();
  await db.updateTable('staff_note').set({ text: t.orderNote }).where('about_id', '=', at.order).execute();
  const attempts = db
    .updateTable('payment_attempt')
    .where('payment_id', '=', at.payment)
    .where('outcome', '=', 'declined');
  await attempts.set({ bank_message: t.bank }).execute();
  await db.updateTable('mail').set({ subject: t.mailSubject }).where('order_id', '=', at.order).execute();
  await db
    .updateTable('dispute')
    .set({ reason: t.disputeReason, created_at: longAgo })
    .where('dispute_ref', '=', at.dispute)
    .execute();
  const names = {
    first_name: t.cartFirst,
    last_name: t.cartLast,
    email: t.cartEmail,
    phone_number: t.cartPhone,
  };
  const rest = { address_line1: t.cartAddress, company: t.cartCompany, discount_code: t.cartCoupon };
  await db
    .updateTable('cart')
    .set({ ...names, ...rest })
    .where('id', '=', at.cart)
    .execute();
  await db.deleteFrom('cart_item').where('cart_id', '=', at.cart).execute();
  await db.insertInto('cart_item').values({ cart_id: at.cart, product_id: product, position: 0 }).execute();
}

export async function insertRows(shop: Shop, at: Places, t: Texts): Promise<void> {
  const { db } = shop;
  await writePeople(shop, at, t);
  await writeSales(shop, at, t);
  await writeMessages(shop, at, t);
  const details = JSON.stringify({ ...noDetails, gets: [t.productPage] });
  await db.updateTable('product').set({ name: t.product, details }).where('id', '=', product).execute();
  await db
    .updateTable('product_benefit')
    .set({ text: t.benefit })
    .where('product_id', '=', product)
    .execute();
  await db
    .updateTable('booster')
    .set({ title: t.boosterTitle, description: t.boosterWords })
    .where('id', '=', booster)
    .execute();
  await db.updateTable('coupon').set({ code: t.coupon }).where('id', '=', at.coupon).execute();
  await writeContent(shop, at, t);
  await db.updateTable('saved_view').set({ name: t.view }).where('id', '=', at.view).execute();
}

/** Removes the rows, so the next story in this shop finds the expected data. */
export async function deleteRows({ db }: Shop, at: Places): Promise<void> {
  const now = new Date();
  await db.updateTable('shop_order').set({ accepted_at: now }).where('id', '=', at.order).execute();
  await db.updateTable('dispute').set({ created_at: now }).where('dispute_ref', '=', at.dispute).execute();
  await db
    .updateTable('credit_application')
    .set({ applied_at: now })
    .where('id', '=', at.application)
    .execute();
  await db.deleteFrom('cart').where('id', '=', at.cart).execute();
  await db.deleteFrom('credit_freeze').where('id', '=', at.freeze).execute();
  await db.deleteFrom('bureau_connection').where('user_id', '=', at.user).execute();
  await db.deleteFrom('product').where('id', '=', product).execute();
  await db.deleteFrom('booster').where('id', '=', booster).execute();
  await db.deleteFrom('coupon').where('id', '=', at.coupon).execute();
  await db.deleteFrom('contact_message').where('id', '=', at.message).execute();
  await db.deleteFrom('answer_template').where('id', '=', at.template).execute();
  await deletePost(db, at);
  await db.deleteFrom('saved_view').where('id', '=', at.view).execute();
}
