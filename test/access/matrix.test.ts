/**
 * Access matrix: every id in the contract × every kind of caller. Another user's data gets the same response
 * as missing data. A rejected request changes nothing; the owner uses the same object afterwards.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { endpoint } from '#contract/endpoint.ts';
import { DomainError, type ErrorCode } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import {
  aPurchaseRequest,
  billingDetails,
  buyAs,
  cardsOf,
  confirm,
  intentOf,
  saveCard,
  statusOf,
} from '#test/builders/buyer.ts';
import { approve } from '#test/builders/credit-account.ts';
import { aCustomer, anAccount, type Customer, logIn } from '#test/builders/customer.ts';
import { invoiceOf, refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  type Administrator,
  actingAs,
  aFullAdministrator,
  aReason,
  grantImpersonation,
} from '#test/builders/acting-administrator.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Actor,
  actors,
  all,
  byId,
  type Case,
  inBodyOf,
  noOrder,
  unusedId,
  ownCardOnly,
  ownCartOnly,
  ownCartOnlyLoggedIn,
  sameId,
  type Sent,
  withBody,
} from './cases.ts';
import { creditCases } from './credit-cases.ts';
import { placesOfIds, shopEndpoints } from './endpoints.ts';
import { reportingCases } from './reporting-cases.ts';
import { subscriptionCases } from './subscription-cases.ts';

let shop: Shop;
let owner: Customer;
let admin: Administrator;
let othersCard: string;
let headersOf: Record<Actor, Record<string, string>>;
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
  admin = await aFullAdministrator(shop);
  owner = await aCustomer(shop, { firstName: 'Ama', lastName: 'Owner' });
  await approve(shop, owner.userId);
  const other = await aCustomer(shop, { firstName: 'Kojo', lastName: 'Other' });
  othersCard = (await saveCard(shop, other)) ?? '';
  await grantImpersonation(shop, admin, owner);
  headersOf = {
    anonymous: {},
    owner: owner.headers,
    other: other.headers,
    administrator: admin.headers,
    acting: actingAs(admin, owner),
  };
});
afterAll(() => shop.stop());

const draft = { productIds: ['ein-filing'], firstName: 'Ama', email: 'ama@example.com' };
const details = {
  firstName: 'Ama',
  lastName: 'Owner',
  phone: '+233 20 123 4567',
  address: '1 High Street',
  city: 'Accra',
  country: 'GH',
};
const options = aPurchaseRequest();

const ownCart = async (): Promise<string> => (await owner.call(contract.createCart, { body: draft })).id;
const guestsCart = async (): Promise<string> => (await shop.call(contract.createCart, { body: draft })).id;
/** Its owner's last payment attempt is two minutes old, so it is not being paid now. */
async function waitingOrder(): Promise<string> {
  const { orderId } = await buyAs(owner);
  const before = new Date(shop.deps.clock.now().getTime() - 120_000);
  await shop.db
    .updateTable('purchase_request')
    .set({ created_at: before })
    .where('order_id', '=', orderId)
    .execute();
  return orderId;
}
async function paidOrder(): Promise<string> {
  const answer = await buyAs(owner);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}
const ownCard = async (): Promise<string> =>
  (await cardsOf(owner))[0]?.id ?? (await saveCard(shop, owner)) ?? '';

/** Inserted directly. Creating a grant with a code moves the clock forward, and all tokens would expire. */
async function grantOfAnother(): Promise<string> {
  const { userId } = await anAccount(shop, { role: 'owner' });
  const now = shop.deps.clock.now();
  const id = freshId('gra');
  await shop.db
    .insertInto('impersonation_grant')
    .values({
      id,
      admin_id: userId,
      target_id: owner.userId,
      session_id: null,
      reason: aReason,
      stepped_up_at: now,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute();
  return id;
}

/** Adds the key of a purchase that these callers have not made. */
const withPurchaseKey = ({
  make,
  missing,
}: Pick<Case, 'make' | 'missing'>): Pick<Case, 'make' | 'missing'> => {
  const headers = { 'purchase-key': randomUUID() };
  return { make: async () => ({ ...(await make()), headers }), missing: () => ({ ...missing(), headers }) };
};
const ofBuyer = (sent: Sent): object => ({ ...sameId(sent), billTo: { email: billingDetails.email } });

/** By endpoint and id, then by what is special about the object. */
const cases: Record<string, Record<string, Case>> = {
  'readCart.id': {
    'a cart of one’s own': { ...byId(ownCart, 'cart'), cells: ownCartOnly, answer: sameId },
    'a guest’s cart, open to everyone with its id': {
      ...byId(guestsCart, 'cart'),
      cells: all,
      answer: sameId,
    },
  },
  'updateCart.id': {
    'a cart of one’s own': { ...withBody(draft, byId(ownCart, 'cart')), cells: ownCartOnly, answer: sameId },
  },
  'deleteCart.id': {
    'a cart of one’s own': { ...byId(ownCart, 'cart'), cells: ownCartOnly, answer: sameId },
  },
  'mergeCart.id': {
    'a cart of one’s own': {
      ...withBody({}, byId(ownCart, 'cart')),
      cells: ownCartOnlyLoggedIn,
      answer: sameId,
    },
  },
  'readPendingCart.email': {
    'a cart that is being filled': {
      make: async () => {
        await ownCart();
        return { params: { email: owner.email } };
      },
      missing: () => ({ params: { email: 'nobody@example.com' } }),
      cells: ownCartOnlyLoggedIn,
      answer: () => ({ email: draft.email }),
    },
  },
  'readOrder.id': {
    'a waiting order, showing what payment needs to everyone with its id': {
      ...byId(waitingOrder, 'ord'),
      cells: all,
      answer: (sent, actor) => ({
        ...sameId(sent),
        billingInfo:
          actor === 'owner' || actor === 'acting'
            ? { phone: billingDetails.phone }
            : { email: expect.stringContaining('***@'), phone: '', addressLine1: '' },
      }),
    },
    'an order that is paid': {
      ...byId(paidOrder, 'ord'),
      cells: ['order_not_found', 'ok', 'order_not_found', 'order_not_found', 'ok'],
      answer: (sent) => ({ ...sameId(sent), billingInfo: { phone: billingDetails.phone } }),
    },
  },
  'readInvoice.id': {
    'an invoice, readable by everyone with its id': {
      ...byId(async () => invoiceOf(shop, await paidOrder()), 'inv'),
      cells: all,
      answer: ofBuyer,
    },
    'the draft of one': {
      ...byId(async () => invoiceOf(shop, await waitingOrder()), 'inv'),
      cells: [
        'invoice_not_found',
        'invoice_not_found',
        'invoice_not_found',
        'invoice_not_found',
        'invoice_not_found',
      ],
    },
  },
  'readCreditNote.id': {
    'a credit note': {
      ...byId(async () => refundOf(shop, await paidOrder()), 'cn'),
      cells: all,
      answer: ofBuyer,
    },
  },
  'readPaymentStatus.id': {
    'an order that waits': {
      ...byId(waitingOrder, 'ord'),
      cells: all,
      answer: (sent) => ({ orderId: sent.params?.id, status: 'open' }),
    },
  },
  'readGuestOrder.id': {
    'an order that another browser placed': { ...withPurchaseKey(byId(paidOrder, 'ord')), cells: noOrder },
  },
  'correctGuestEmail.id': {
    'an order that another browser placed': {
      ...withPurchaseKey(withBody({ email: 'corrected@example.com' }, byId(paidOrder, 'ord'))),
      cells: [
        'order_not_found',
        'order_not_found',
        'order_not_found',
        'order_not_found',
        'impersonation_refused',
      ],
    },
  },
  'removePaymentMethod.id': { 'a card': { ...byId(ownCard, 'pm'), cells: ownCardOnly } },
  'makePaymentMethodDefault.id': { 'a card': { ...withBody({}, byId(ownCard, 'pm')), cells: ownCardOnly } },
  ...creditCases({ shop: () => shop, owner: () => owner, ownCard, othersCard: () => othersCard }),
  ...subscriptionCases({ shop: () => shop, owner: () => owner, ownCard, othersCard: () => othersCard }),
  ...reportingCases({ shop: () => shop, owner: () => owner, paidOrder }),
  'endSession.id': {
    'a session': {
      ...byId(async () => (await logIn(shop, owner)).refreshToken.split('.')[0] ?? '', 'ses'),
      cells: ['sign_in_required', 'ok', 'not_found', 'not_found', 'impersonation_refused'],
    },
    'an impersonation grant of our support': {
      ...byId(grantOfAnother, 'gra'),
      cells: ['sign_in_required', 'ok', 'not_found', 'not_found', 'impersonation_refused'],
    },
  },
  'updateUser.id': {
    'an account': {
      ...inBodyOf(options)(
        'id',
        async () => owner.userId,
        'usr',
        () => details,
      ),
      cells: ['sign_in_required', 'ok', 'not_found', 'not_found', 'ok'],
    },
  },
  'createAndPurchase.cartId': {
    'a cart of one’s own': {
      ...inBodyOf(options)('cartId', ownCart, 'cart'),
      cells: ['cart_not_found', 'ok', 'cart_not_found', 'cart_not_found', 'impersonation_refused'],
    },
  },
  'purchase.cartId': {
    'a cart of one’s own': {
      ...inBodyOf(options)('cartId', ownCart, 'cart'),
      cells: ['sign_in_required', 'ok', 'cart_not_found', 'cart_not_found', 'impersonation_refused'],
    },
  },
  'purchase.paymentMethodId': {
    'a card': { ...inBodyOf(options)('paymentMethodId', ownCard, 'pm'), cells: ownCardOnly },
  },
  'purchaseBooster.paymentMethodId': {
    'a card': {
      ...inBodyOf(options)('paymentMethodId', ownCard, 'pm', () => ({
        boosterIds: ['booster-250'],
        billingDetails,
      })),
      cells: ownCardOnly,
    },
  },
  'purchaseOrder.orderId': {
    'a waiting order, payable by everyone with its id, but not on behalf of others': {
      ...inBodyOf(options)('orderId', waitingOrder, 'ord', () => ({})),
      cells: ['ok', 'ok', 'ok', 'ok', 'impersonation_refused'],
    },
  },
  'purchaseOrder.paymentMethodId': {
    'a card': {
      make: async () => ({ body: { orderId: await waitingOrder(), paymentMethodId: await ownCard() } }),
      missing: () => ({ body: { orderId: `ord_${unusedId}`, paymentMethodId: `pm_${unusedId}` } }),
      cells: ['card_not_found', 'ok', 'card_not_found', 'card_not_found', 'impersonation_refused'],
    },
  },
};
type Reply = { status: number; code: string | null; body: unknown };

async function send(name: string, { params = {}, body, headers = {} }: Sent, actor: Actor): Promise<Reply> {
  const endpoint = shopEndpoints.find(([endpointName]) => endpointName === name)?.[1];
  if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
  const key = endpoint.path.startsWith('/api/payments/') ? { 'idempotency-key': randomUUID() } : {};
  const answer = await fetch(`${shop.origin}${path}`, {
    method: endpoint.method,
    headers: {
      ...headersOf[actor],
      ...key,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, code: answer.headers.get('x-error-code'), body: await answer.json() };
}

const refusal = (code: ErrorCode): Reply => {
  const { status, message } = new DomainError(code);
  return { status, code, body: message };
};

test('every id in the contract has its row in the matrix, and the matrix has no other', () => {
  expect(Object.keys(cases).toSorted()).toEqual(placesOfIds().toSorted());
});

test('a new endpoint with an id is detected', () => {
  const id = z.string();
  const added = endpoint({
    method: 'POST',
    path: '/api/things/{thing}/parts',
    access: 'customer',
    summary: 'Not there',
    params: z.strictObject({ thing: id }),
    query: z.strictObject({ ownerId: id.optional() }),
    body: z.strictObject({
      part: z.strictObject({ id }),
      boxIds: z.array(id).nullish(),
      productIds: z.array(id),
      note: id,
    }),
    response: z.object({}),
  });
  expect(placesOfIds([['added', added]])).toEqual([
    'added.thing',
    'added.ownerId',
    'added.id',
    'added.boxIds',
  ]);
});

for (const [place, kinds] of Object.entries(cases)) {
  const name = place.split('.')[0] ?? '';
  describe(place, () => {
    for (const [what, { make, missing, cells, answer }] of Object.entries(kinds)) {
      test(what, async () => {
        const expected = actors.map((actor, index) => [actor, cells[index] ?? 'ok'] as const);
        let sent = await make();
        for (const [actor, code] of expected) {
          if (code === 'ok') continue;
          expect(await send(name, sent, actor), actor).toEqual(refusal(code));
          expect(await send(name, missing(), actor), `${actor}, for nothing`).toEqual(refusal(code));
        }
        let isUsed = false;
        for (const [actor] of expected.filter(([, code]) => code === 'ok')) {
          if (isUsed) sent = await make();
          isUsed = true;
          const answered = await send(name, sent, actor);
          expect(answered, actor).toMatchObject({ status: 200, body: answer?.(sent, actor) ?? {} });
        }
      });
    }
  });
}

test('acting for a customer, paying and credit decisions are rejected, and every such endpoint is marked', () => {
  const paying = shopEndpoints.filter(
    ([, { method, path }]) => method !== 'GET' && /payment|credit/.test(path),
  );
  expect(paying.length).toBeGreaterThanOrEqual(10);
  expect(paying.filter(([, endpoint]) => endpoint.impersonation !== 'refused').map(([name]) => name)).toEqual(
    [],
  );
});
