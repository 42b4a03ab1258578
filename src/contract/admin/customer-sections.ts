/**
 * A customer's data, section by section. Each section is a separate call, so one that fails does not affect
 * the others.
 */
import { endpoint } from '#contract/endpoint.ts';
import { CartId, Dollars, OrderId, SubscriptionId } from '#contract/values.ts';
import { idPattern } from '#kernel/ids.ts';
import { z } from 'zod';
import { StaffCustomer } from './customers.ts';
import { UserId } from './orders.ts';

const params = z.strictObject({ id: UserId });
const read = { method: 'GET', access: 'staff', permission: 'customers.read', params } as const;

export const staffListCustomerCards = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/cards',
  summary: "Lists a customer's saved cards from the payment processor",
  response: z.object({
    cards: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        brand: z.string(),
        last4: z.string(),
        /** 1 to 12. */
        expMonth: z.int(),
        expYear: z.int(),
        isDefault: z.boolean(),
      }),
    ),
  }),
});

export const CartRow = z.object({
  id: CartId,
  status: z.enum(['pending', 'abandoned', 'recovered', 'completed', 'lost']),
  updatedAt: z.iso.datetime(),
  items: z.array(z.string()),
});

export const staffListCustomerCarts = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/carts',
  summary: "Lists a customer's latest 50 carts with their items",
  response: z.object({ carts: z.array(CartRow) }),
});

export const staffListCustomerSessions = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/sessions',
  summary: "Lists a customer's sessions and impersonation grants",
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        /** The network address of the login; empty when unknown. */
        address: z.string(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
      }),
    ),
    support: z.array(
      z.object({
        id: z.string(),
        by: z.string(),
        isMine: z.boolean(),
        reason: z.string(),
        endsAt: z.iso.datetime(),
      }),
    ),
  }),
});

export const staffEndCustomerSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/customers/{id}/sessions/{sessionId}',
  access: 'staff',
  permission: 'customers.write',
  summary: 'Ends one session of a customer',
  params: z.strictObject({ id: UserId, sessionId: z.string().regex(idPattern('ses'), 'Session not found') }),
  response: StaffCustomer,
});

export const staffListCustomerConsents = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/consents',
  summary: "Lists a customer's consents with wording and time, newest first",
  response: z.object({
    consents: z.array(
      z.object({
        id: z.string(),
        kind: z.enum([
          'terms_and_privacy',
          'text_messages',
          'credit_terms',
          'autopay',
          'reporting',
          'renewal',
        ]),
        /** Version of the text; null when the client did not send one. */
        version: z.string().nullable(),
        /** The text, if it is stored with its version. */
        text: z.string().nullable(),
        givenAt: z.iso.datetime(),
        withdrawnAt: z.iso.datetime().nullable(),
        /** The subject: the product of a subscription. */
        about: z.string().nullable(),
      }),
    ),
  }),
});

export const staffListCustomerReports = endpoint({
  ...read,
  permission: 'credit.read',
  path: '/api/admin/customers/{id}/reports',
  summary: "Returns a customer's Factiiv connection and latest 30 reports",
  response: z.object({
    connection: z
      .object({
        state: z.enum(['connected', 'revoked']),
        businessId: z.string(),
        businessName: z.string().nullable(),
        connectedAt: z.iso.datetime(),
      })
      .nullable(),
    reports: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        state: z.string(),
        happenedAt: z.iso.datetime(),
        amount: Dollars,
        order: z.object({ id: z.string(), number: z.string() }).nullable(),
        /** Why it was rejected or is not reported, as a sentence. */
        reason: z.string().nullable(),
      }),
    ),
    hasMore: z.boolean(),
  }),
});

export const staffListCustomerSubscriptions = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/subscriptions',
  summary: "Lists a customer's subscriptions, newest first",
  response: z.object({
    subscriptions: z.array(
      z.object({
        id: SubscriptionId,
        orderId: OrderId,
        orderNumber: z.string(),
        product: z.object({ name: z.string() }),
        status: z.enum(['active', 'past_due', 'canceled', 'ended']),
        period: z.enum(['month', 'year']),
        price: Dollars,
        paidUntil: z.iso.datetime(),
        /** Null: there are no more charges. */
        nextChargeAt: z.iso.datetime().nullable(),
        cancelAtPeriodEnd: z.boolean(),
        card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      }),
    ),
  }),
});
