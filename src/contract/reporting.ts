/**
 * Reporting to Factiiv on the wire: the connection, the score, and each reported item. The key is accepted
 * but never returned.
 */
import { idPattern } from '#kernel/ids.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Dollars, OrderId, required } from './values.ts';

const UserId = z.string().regex(idPattern('usr'), 'Not found');
/** The bureau's own ids and key: opaque to us. */
const reference = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(200, 'At most 200 characters')
    .regex(/^[\x21-\x7e]+$/, message);
const ReportId = z.string().regex(idPattern('rep'), 'Report not found');
const nothing = z.strictObject({});

export const connectFactiiv = endpoint({
  method: 'PUT',
  path: '/api/users/fact-user/{id}',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Connects the account to a Factiiv business after checking the key',
  params: z.object({ id: UserId }),
  body: z.strictObject({
    factUserId: reference('User id is required'),
    factBusinessId: reference('Business id is required'),
    factApiKey: reference('Key is required'),
    /** Version of the terms that were accepted. Our page always sends it; its absence is recorded. */
    reportingTermsVersion: z.string().max(20).optional(),
  }),
  response: z.object({ factBusinessId: z.string() }),
});

export const Connection = z.object({
  /** `revoked`: Factiiv no longer takes the key. */
  state: z.enum(['connected', 'revoked']),
  businessId: z.string(),
  /** The name at Factiiv; null when it was not provided. */
  businessName: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  lastSyncedAt: z.iso.datetime().nullable(),
  /** Null: reporting has stopped, but the score is still read. */
  agreedAt: z.iso.datetime().nullable(),
});

export const readReporting = endpoint({
  method: 'GET',
  path: '/api/reporting',
  access: 'customer',
  summary: 'Returns the Factiiv connection, how to connect, and pending reports',
  response: z.object({
    /** Null: there is none. */
    connection: Connection.nullable(),
    /** Factiiv's page that grants a key, without its parameters. Null: this shop does not report yet. */
    connectAddress: z.url().nullable(),
    /** The required value of `connecting_app` in both directions. */
    appName: z.string(),
    /** The page that explains the score. */
    providerAddress: z.url().nullable(),
    counts: z.object({
      waiting: z.number().int(),
      awaitingYou: z.number().int(),
      awaitingFactiiv: z.number().int(),
      accepted: z.number().int(),
      rejected: z.number().int(),
    }),
  }),
});

export const disconnectFactiiv = endpoint({
  method: 'DELETE',
  path: '/api/reporting',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Disconnects from Factiiv, deletes the key, and stops reporting',
  response: nothing,
});

export const agreeToReporting = endpoint({
  method: 'POST',
  path: '/api/reporting/consent',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Renews the consent to reporting after it was withdrawn',
  body: z.strictObject({ version: z.string().max(20) }),
  response: nothing,
});
export const withdrawReporting = endpoint({
  method: 'DELETE',
  path: '/api/reporting/consent',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Withdraws the consent to reporting; scores are still read',
  response: nothing,
});

export const syncTrades = endpoint({
  method: 'POST',
  path: '/api/payments/sync-trades',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Sends pending reports and returns the reporting status',
  body: nothing,
  response: z.object({ sent: z.number().int(), waiting: z.number().int() }),
});

export const CreditScore = z.object({
  /** Null: never read yet. */
  id: z.string().nullable(),
  businessProfileId: z.string(),
  business: z.object({
    factiiv: z.object({ value: z.number().nullable(), tradeLines: z.number().int().nullable() }),
  }),
  readAt: z.iso.datetime().nullable(),
});

export const readCreditScore = endpoint({
  method: 'GET',
  path: '/api/credit-scores/by-userId/{id}',
  access: 'customer',
  summary: "Returns the user's latest score and number of active trade lines",
  params: z.object({ id: z.string().max(100) }),
  response: CreditScore,
});

export const listCreditScores = endpoint({
  method: 'GET',
  path: '/api/credit-scores/history/{businessProfileId}',
  access: 'customer',
  summary: "Lists past scores of the user's business, newest first",
  params: z.object({ businessProfileId: z.string().max(200) }),
  query: z.object({
    cursor: z.string().max(40).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  response: z.object({ data: z.array(CreditScore), nextCursor: z.string().nullable() }),
});

export const refreshCreditScore = endpoint({
  method: 'POST',
  path: '/api/credit-scores',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Fetches a new score from Factiiv',
  body: nothing,
  response: CreditScore,
});
export const rereadCreditScore = endpoint({
  method: 'PUT',
  path: '/api/credit-scores',
  access: 'staff',
  permission: 'credit.write',
  impersonation: 'refused',
  summary: "Fetches a new score from Factiiv for a customer's business",
  body: z.strictObject({ userId: UserId }),
  response: CreditScore,
});
export const deleteCreditScore = endpoint({
  method: 'DELETE',
  path: '/api/credit-scores/{id}',
  access: 'staff',
  permission: 'credit.write',
  impersonation: 'refused',
  summary: 'Deletes a stored score',
  params: z.object({ id: z.string().regex(idPattern('sco'), 'Credit score not found') }),
  response: nothing,
});

export const reportStates = [
  'queued',
  'sent',
  'awaiting_you',
  'awaiting_factiiv',
  'accepted',
  'rejected',
  'disputed',
  'not_reported',
  'withdrawn',
] as const;

/** The record of one report. */
export const Report = z.object({
  id: z.string(),
  kind: z.enum(['purchase', 'line', 'charge', 'payment', 'collections', 'chargeoff', 'correction']),
  state: z.enum(reportStates),
  happenedAt: z.iso.datetime(),
  amount: Dollars,
  /**
   * Whether it raises or lowers the limit of the Net 30 account, or corrects the amount reported before. Null
   * when the kind implies it.
   */
  change: z.enum(['rise', 'fall']).nullable(),
  /** Also null for a booster: only the changed limit is reported, not the purchase. */
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** When Factiiv accepted it. */
  sentAt: z.iso.datetime().nullable(),
  /** Exactly what was sent, even without a response or after a rejection; null when nothing was sent. */
  fields: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  /** Why it was rejected or is not reported, as a sentence. */
  reason: z.string().nullable(),
  dispute: z
    .object({
      openedAt: z.iso.datetime(),
      answerBy: z.iso.datetime(),
      message: z.string(),
      answer: z.string().nullable(),
    })
    .nullable(),
});

export const listReports = endpoint({
  method: 'GET',
  path: '/api/reporting/reports',
  access: 'customer',
  summary: "Lists reports of the user's purchases with their status, newest first",
  query: z.object({ cursor: ReportId.optional(), orderId: OrderId.optional() }),
  response: z.object({ data: z.array(Report), nextCursor: z.string().nullable() }),
});

export const disputeReport = endpoint({
  method: 'POST',
  path: '/api/reporting/reports/{id}/dispute',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Disputes a report; support answers within 30 days',
  params: z.object({ id: ReportId }),
  body: z.strictObject({ message: required('Describe what is wrong', 1_000) }),
  response: Report,
});
