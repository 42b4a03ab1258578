/**
 * The two limits that stand beside the shop: a bare route that answers the same bytes, and one that reads one row through the same
 * pool first. Nothing of the shop's way of a request is in here, so what lies between is what the shop costs.
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

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
