/**
 * The mailbox over HTTP: pages for people, `/control/mailbox` for tests. Tests can wait for mail (`wait`)
 * instead of sleeping. The HTML of a mail is untrusted, so its content security policy blocks scripts and
 * external resources.
 */
import { Hono } from 'hono';
import { z } from 'zod';
import { pageHeaders } from '#sandbox/page.ts';
import { framedHtml, listPage, mailPage, missingPage, refreshScript } from './pages.ts';
import type { SmtpServer } from './smtp.ts';
import type { Mail, MailStore } from './store.ts';

const waitMs = z.coerce.number().int().min(0).max(60_000).default(0);
const ListQuery = z.object({
  to: z.string().min(1).optional(),
  count: z.coerce.number().int().min(1).max(500).default(1),
  wait: waitMs,
});
const VersionQuery = z.object({ since: z.coerce.number().int().default(-1), wait: waitMs });
const Refusals = z.object({ count: z.number().int().min(0).max(1_000) });

const listHeaders = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'self'; connect-src 'self'`,
};
const frameHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
};

export function mailboxApp(store: MailStore, smtp: SmtpServer): Hono {
  const app = new Hono();
  app.get('/mailbox', async (c) => c.body(listPage(await store.list(), store.version()), 200, listHeaders));
  app.get('/mailbox/refresh.js', (c) =>
    c.body(refreshScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/mailbox/:id', async (c) => {
    const mail = await store.find(c.req.param('id'));
    return mail === null ? c.body(missingPage(), 404, pageHeaders) : c.body(mailPage(mail), 200, pageHeaders);
  });
  app.get('/mailbox/:id/html', async (c) => {
    const mail = await store.find(c.req.param('id'));
    return mail === null
      ? c.body(missingPage(), 404, pageHeaders)
      : c.body(framedHtml(mail), 200, frameHeaders);
  });
  app.get('/mailbox/:id/raw.eml', async (c) => {
    const mail = await store.find(c.req.param('id'));
    if (mail === null) return c.body(missingPage(), 404, pageHeaders);
    return c.body(Uint8Array.from(Buffer.from(mail.raw, 'base64')), 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${mail.id}.eml"`,
    });
  });
  return control(app, store, smtp);
}

/**
 * `GET ?to=&count=1&wait=ms` returns once `count` mails have arrived, or after `wait` with the mails received
 * so far.
 */
function control(app: Hono, store: MailStore, smtp: SmtpServer): Hono {
  app.get('/control/mailbox', async (c) => {
    const query = ListQuery.safeParse(c.req.query());
    if (!query.success) return c.json({ error: query.error.message }, 400);
    const { to, count, wait } = query.data;
    await until(store, wait, () => store.count(to) >= count);
    return c.json((await store.list(to)).map(summary));
  });
  app.get('/control/mailbox/version', async (c) => {
    const query = VersionQuery.safeParse(c.req.query());
    if (!query.success) return c.json({ error: query.error.message }, 400);
    await until(store, query.data.wait, () => store.version() !== query.data.since);
    return c.json({ version: store.version() });
  });
  app.delete('/control/mailbox', async (c) => {
    await store.clear();
    return c.body(null, 204);
  });
  app.put('/control/mailbox/refusals', async (c) => {
    const body = Refusals.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: body.error.message }, 400);
    smtp.refuseNext(body.data.count);
    return c.body(null, 204);
  });
  return app;
}

async function until(store: MailStore, timeoutMs: number, met: () => boolean): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!met() && Date.now() < deadline) await store.changed(deadline - Date.now());
}

const summary = ({ id, to, from, subject, text, html, messageId, receivedAt, headers }: Mail) => ({
  id,
  to,
  from,
  subject,
  text,
  html,
  messageId,
  receivedAt,
  headers,
});
