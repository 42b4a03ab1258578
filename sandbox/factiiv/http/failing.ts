/** Applies armed faults to calls of the API and the connect pages, and logs every call. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { cutConnection, longestHoldMs, pause } from '#sandbox/connection.ts';
import type { Fault } from '#sandbox/faults.ts';
import { refusalAnswer } from './answers.ts';
import { Refusal } from '#sandbox/factiiv/refusal.ts';
import type { FaultHow, World } from '#sandbox/factiiv/world.ts';

export type Env = { Bindings: HttpBindings; Variables: { profileId?: string } };

const longestBody = 8_000;

export function failing(world: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { method, path } = context.req;
    const fault = world.faults.take(method, path);
    const body =
      path.startsWith('/api/') && method !== 'GET' ? (await context.req.text()).slice(0, longestBody) : null;
    const note = (status: number | null): void =>
      world.log.add({
        at: new Date(world.time.nowMs()).toISOString(),
        method,
        path: path + new URL(context.req.url).search,
        body,
        profileId: context.get('profileId') ?? null,
        status,
        fault: fault === null ? null : `${fault.how} ${fault.where}`,
      });
    if (fault?.where === 'before') {
      const faulted = await strike(fault, context);
      if (faulted !== null) {
        note(isLost(fault) ? null : faulted.status);
        return faulted;
      }
    }
    await next();
    const struck = fault?.where === 'after' ? await strike(fault, context) : null;
    if (struck !== null) context.res = struck;
    note(fault !== null && isLost(fault) ? null : context.res.status);
  };
}

const isLost = ({ how }: Fault<FaultHow>): boolean => how === 'timeout' || how === 'reset';

/** Returns null when the call continues after a delay. */
async function strike({ how, delayMs }: Fault<FaultHow>, context: Context<Env>): Promise<Response | null> {
  switch (how) {
    case 'delay':
      await pause(delayMs || 5_000, context.env);
      return null;
    case 'timeout':
      await pause(delayMs || longestHoldMs, context.env);
      return cutConnection(context.env);
    case 'reset':
      return cutConnection(context.env);
    case 'html':
      return new Response('<!doctype html><title>Factiiv</title><h1>We will be right back</h1>', {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'broken_json':
      return new Response('{"payload":{"id":"', { headers: { 'content-type': 'application/json' } });
    default:
      return refusalAnswer(
        context,
        new Refusal(Number(how), 'server_error', 'The sandbox was told to fail this call'),
      );
  }
}
