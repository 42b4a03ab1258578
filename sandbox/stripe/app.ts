/** Combines the HTTP routes of the Stripe sandbox: REST, control, browser scripts, dashboard. */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { browserApp } from './browser/app.ts';
import { controlApp } from './control/app.ts';
import { dashboardApp } from './dashboard/app.ts';
import { hostedApp } from './hosted/app.ts';
import { restApp } from './http/rest.ts';
import { operations } from './resources/operations.ts';
import type { World } from './world.ts';

export function stripeApp(world: World): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const rest = restApp(world, operations);
  app.all('/v1/*', (context) => rest.fetch(context.req.raw, context.env));
  app.route('/', controlApp(world));
  app.route('/', browserApp(world));
  app.route('/', hostedApp(world));
  app.route('/', dashboardApp(world));
  return app;
}
