/**
 * `GET /api/email-preview?of=…&proof=…` returns the HTML of an email for the preview frame in the console. It
 * is not in the contract because it returns no JSON. A frame sends no session, so the proof authorizes it.
 * The policy allows no scripts and only inline styles.
 */
import type { Hono } from 'hono';
import { previewAt, previewPath } from '#modules/admin/email-texts/preview.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders } from '#server/http/security-headers.ts';

export function emailPreviewRoute(api: Hono, deps: Deps): void {
  api.get(previewPath, (context) => {
    nameRoute(previewPath);
    return context.html(
      previewAt(deps, context.req.query('of') ?? '', context.req.query('proof') ?? ''),
      200,
      {
        ...commonHeaders,
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    );
  });
}
