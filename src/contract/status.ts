/** The public status of the shop. */
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
    /** False: the database is unreachable, and the days are this process's last known ones. */
    databaseAnswers: z.boolean(),
    /** When the days were read. Null: they were never read and are empty. */
    daysReadAt: z.iso.datetime().nullable(),
    parts: z.array(
      z.object({
        part: z.enum(['orders', 'payments', 'email']),
        /** Null when it was not checked for some minutes. */
        isGood: z.boolean().nullable(),
        /** Share of good minutes since the first check, from 0 to 1. Null before it. */
        share: z.number().nullable(),
        days: z.array(z.object({ day: z.iso.date(), share: z.number().nullable() })),
      }),
    ),
  }),
});
