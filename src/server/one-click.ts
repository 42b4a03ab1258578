/**
 * `POST /unsubscribe?stopToken=…`: what a mail program sends when its reader presses its own button (RFC 8058), from its own servers, with a form and
 * without a session. No row of the contract because its body is no JSON. A GET of the same address is a page with a button and changes nothing:
 * programs that look through emails open every link. Never a redirect, which such programs do not follow.
 */
import type { Hono } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { stopReminders } from '#modules/carts/reminders.ts';
import type { Deps } from '#platform/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders, lifelessPolicy } from './security-headers.ts';

const path = '/unsubscribe';

export function oneClickRoute(api: Hono, deps: Deps): void {
  api.post(path, async (context) => {
    nameRoute(path);
    const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (form['List-Unsubscribe'] !== 'One-Click') throw new DomainError('invalid_request');
    await stopReminders(deps, context.req.query('stopToken') ?? '');
    return context.text('You get no more emails about carts.', 200, {
      ...commonHeaders,
      'content-security-policy': lifelessPolicy,
      'cache-control': 'no-store',
    });
  });
}
