/**
 * `GET /api/email-preview?of=…&proof=…`: the HTML of an email as the console shows it beside its words. No row of the contract because it answers no
 * JSON and a frame has no session to show; the proof stands for it. Nothing in it runs, and nothing but its own styles is taken.
 */
import type { Hono } from 'hono';
import { previewAt, previewPath } from '#modules/admin/email-texts/preview.ts';
import type { Deps } from '#platform/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders } from './security-headers.ts';

export function emailPreviewRoute(api: Hono, deps: Deps): void {
  api.get(previewPath, (context) => {
    nameRoute(previewPath);
    return context.html(previewAt(deps, context.req.query('of') ?? '', context.req.query('proof') ?? ''), 200, {
      ...commonHeaders,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });
}
