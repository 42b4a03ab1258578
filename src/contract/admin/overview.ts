/**
 * The first page of the console: what needs attention, and the shop's figures. Includes only what the role
 * may read.
 */
import { endpoint } from '#contract/endpoint.ts';
import { Dollars } from '#contract/values.ts';
import { BigDollars } from './list.ts';
import { z } from 'zod';

export const todoKinds = [
  'alarms',
  'applications',
  'disputes',
  'messages',
  'emails',
  'reports',
  'overdue_invoices',
  'overdue_orders',
] as const;

export const TodoItem = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: z.iso.datetime(),
  amount: Dollars.nullable(),
  /** The page where it is settled. */
  address: z.string(),
  /** An alarm that can be marked as seen: an item for `staffSettleAlarms`. */
  alarm: z.object({ kind: z.string(), subject: z.string() }).nullable(),
});

export const staffReadTodo = endpoint({
  method: 'GET',
  path: '/api/admin/todo',
  access: 'staff',
  permission: 'home.read',
  summary: 'Returns open tasks by kind, with counts and the oldest five',
  response: z.object({
    parts: z.array(
      z.object({
        kind: z.enum(todoKinds),
        /** At most 1,000. */
        count: z.number().int(),
        countIsCapped: z.boolean(),
        items: z.array(TodoItem),
        /** The full list, if there is one. */
        address: z.string().nullable(),
      }),
    ),
  }),
});

export const figureDays = ['1', '7', '30', '90'] as const;

/** For a whole quarter, so it may exceed the maximum of one order. */
const Takings = BigDollars;

const compared = <T extends z.ZodType>(value: T) => z.object({ now: value, before: value });

export const staffReadFigures = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  access: 'staff',
  permission: 'home.read',
  summary: 'Compares recent revenue, orders, conversion, and credit with the previous period (UTC)',
  query: z.strictObject({ days: z.enum(figureDays).default('30') }),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** Null when the role may not read it. */
    sales: z
      .object({
        /**
         * Money received at the processor, less refunds and disputes, before its fees. Matches the cash of
         * the months.
         */
        takings: compared(Takings),
        orders: compared(z.number().int()),
        /** Carts started in the period, and how many of them are paid by now. */
        carts: compared(z.object({ begun: z.number().int(), paid: z.number().int() })),
        /** One for each day, oldest first. */
        series: z.array(z.object({ day: z.iso.date(), takings: Takings, orders: z.number().int() })),
      })
      .nullable(),
    credit: z
      .object({
        outstanding: z.object({ now: BigDollars, before: BigDollars.nullable() }),
        pastDue: z.object({ now: BigDollars, before: BigDollars.nullable() }),
      })
      .nullable(),
  }),
});
