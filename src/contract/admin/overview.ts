/** The first screen of the console: what needs a person, and how the shop does. Only what the role may read. */
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
  /** Where it is settled. */
  address: z.string(),
  /** An alarm that somebody may say they have looked at: one of what `staffSettleAlarms` takes. */
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
        /** The whole list, where there is one. */
        address: z.string().nullable(),
      }),
    ),
  }),
});

export const figureDays = ['1', '7', '30', '90'] as const;

/** Of a whole quarter: more than one order can be. */
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
    /** Null: not for this role. */
    sales: z
      .object({
        /** What came in at the processor, less refunds and disputes, before its fees: the same as the cash of the months. */
        takings: compared(Takings),
        orders: compared(z.number().int()),
        /** Carts that were begun in the time, and how many of them are paid by now. */
        carts: compared(z.object({ begun: z.number().int(), paid: z.number().int() })),
        /** One for each day, the oldest first. */
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
