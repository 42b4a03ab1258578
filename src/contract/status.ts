/** How the shop does, for everybody. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const statusDays = 90;

export const readStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  access: 'public',
  summary: `Returns the status of orders, payments, and email over ${statusDays} days`,
  response: z.object({
    at: z.iso.datetime(),
    /** False: the state of the database is known, and the days are what this process remembers. */
    databaseAnswers: z.boolean(),
    /** When the days were read. Null: they never were, and are empty. */
    daysReadAt: z.iso.datetime().nullable(),
    parts: z.array(
      z.object({
        part: z.enum(['orders', 'payments', 'email']),
        /** Null while it was not checked for some minutes. */
        isGood: z.boolean().nullable(),
        /** Of the minutes since the first check: from 0 to 1. Null before it. */
        share: z.number().nullable(),
        days: z.array(z.object({ day: z.iso.date(), share: z.number().nullable() })),
      }),
    ),
  }),
});
