/** Request fields of the API. Unknown fields are ignored; an invalid field returns 422 with its name. */
import { z } from 'zod';
import { InvalidFields } from '#sandbox/factiiv/refusal.ts';
import { Refusal } from '#sandbox/factiiv/refusal.ts';
import type { Context } from 'hono';

const largestDollars = 100_000_000;

/** Dollars with at most two decimals. */
const amount = z
  .number()
  .min(0)
  .max(largestDollars)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals');
const wholeDollars = z.int('Whole dollars only').min(1).max(largestDollars);
const date = z.iso.date('A date such as 2026-11-24');
/** The caller's reference for a report. It need not be unique. */
const reference = z.string().trim().min(1).max(100).nullish();
const profileId = z.string().optional();

export const NewTrade = z
  .object({
    profileId,
    typeDesc: z.enum(['borrow', 'buysell']),
    relationDescription: z.string().trim().min(1).max(255),
    relationshipDate: date,
    amount,
    balance: amount,
    reference,
  })
  .refine(({ typeDesc, amount, balance }) => typeDesc === 'borrow' || balance <= amount, {
    path: ['balance'],
    message: 'The balance is larger than the total cost',
  });

export const Correction = z
  .object({ amount: amount.optional(), balance: amount.optional() })
  .refine((changes) => changes.amount !== undefined || changes.balance !== undefined, {
    path: ['amount'],
    message: 'Send amount, balance or both',
  });

export const Withdrawal = z.object({ reason: z.string().trim().min(1).max(255) });

export const NewActivity = z
  .object({
    tradeId: z.string().min(1),
    activityType: z.enum(['payment', 'charge', 'collections', 'chargeoff']),
    amount: wholeDollars,
    daysLate: z.literal([0, 31, 61, 91], 'One of 0, 31, 61 and 91').default(0),
    date,
    reference,
  })
  .refine(({ activityType, daysLate }) => activityType !== 'charge' || daysLate === 0, {
    path: ['daysLate'],
    message: 'A charge is not late',
  });

const Page = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export function read<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new InvalidFields(
    parsed.error.issues.map(({ path, code, message }) => ({ field: path.join('.') || null, code, message })),
  );
}

export async function readBody<S extends z.ZodType>(context: Context, schema: S): Promise<z.output<S>> {
  const text = await context.req.text();
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'body_unreadable', 'The body is not JSON');
  }
  return read(schema, sent);
}

export type Paging = { page: number; limit: number; offset: number };

export function readPaging(context: Context): Paging {
  const { page, limit } = read(Page, context.req.query());
  return { page, limit, offset: (page - 1) * limit };
}
