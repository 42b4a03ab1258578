/**
 * `POST /unsubscribe?stopToken=…`: one-click unsubscribe (RFC 8058). A mail program sends it from its servers
 * with a form body and no session, so it is not in the contract. A GET of the same address is a page with a
 * button and changes nothing, because mail scanners open every link. It never redirects: such programs do not
 * follow redirects.
 */
import type { Hono } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { stopReminders } from '#modules/carts/reminders.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders, inertPolicy } from './security-headers.ts';

const path = '/unsubscribe';

export function oneClickRoute(api: Hono, deps: Deps): void {
  api.post(path, async (context) => {
    nameRoute(path);
    const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (form['List-Unsubscribe'] !== 'One-Click') throw new DomainError('invalid_request');
    await stopReminders(deps, context.req.query('stopToken') ?? '');
    return context.text('You will get no more emails about your cart.', 200, {
      ...commonHeaders,
      'content-security-policy': inertPolicy,
      'cache-control': 'no-store',
    });
  });
}
