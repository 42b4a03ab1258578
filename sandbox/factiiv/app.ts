/** Combines the HTTP routes of the Factiiv sandbox. Faults apply only to the API and the connect pages. */
import { Hono } from 'hono';
import { onlyOwnHost } from '#sandbox/own-host.ts';
import { connectApp } from './connect/app.ts';
import { apiApp } from './http/api.ts';
import { type Env, failing } from './http/failing.ts';
import { staffApp } from './staff/app.ts';
import type { World } from './world.ts';

export function factiivApp(world: World, control: Hono, host: string): Hono<Env> {
  const app = new Hono<Env>();
  app.use(onlyOwnHost(host));
  app.use('/api/*', failing(world));
  app.use('/connect', failing(world));
  app.use('/connect/*', failing(world));
  app.route('/', apiApp(world));
  app.route('/', connectApp(world));
  app.route('/', staffApp(world));
  app.route('/', control);
  return app;
}
