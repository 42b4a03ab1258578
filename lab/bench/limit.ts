/**
 * Two upper limits to compare the shop with: a bare route with the same bytes, and a route that first reads
 * one row. The row is read through the same pool. Neither uses the shop's request handling, so the difference
 * is the cost of the shop.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createDatabase } from '#platform/database.ts';

const { body, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { body: string; databaseUrl: string };
const db = createDatabase(databaseUrl, { applicationName: 'bench limit' });
const headers = { 'content-type': 'application/json' };

const app = new Hono();
app.get('/bytes', (context) => context.body(body, 200, headers));
app.get('/row', async (context) => {
  await db.selectFrom('product').select('name').where('id', '=', 'ein-filing').executeTakeFirstOrThrow();
  return context.body(body, 200, headers);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.(`http://127.0.0.1:${port}`),
);
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
