/**
 * Simulates the staff's authenticator app: stores secrets sent through the control API and shows the current
 * codes. Empty until a secret is added.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFromElsewhere } from '#sandbox/origin.ts';
import { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';

const Authenticators = z.strictObject({
  authenticators: z
    .array(
      z.strictObject({ name: z.string().min(1).max(254), secret: z.string().regex(/^[A-Z2-7]{16,64}$/) }),
    )
    .max(20),
});
type Registered = z.output<typeof Authenticators>['authenticators'];

export type Code = { name: string; code: string; secondsLeft: number };
export type Authenticator = { app: Hono; codes(): Code[] };

const periodSeconds = 30;

/** With a data folder, the secrets survive a restart of the sandbox. */
export function openAuthenticator(dataDir: string | null): Authenticator {
  const file = dataDir === null ? null : join(dataDir, 'authenticators.json');
  let registered: Registered = file === null ? [] : remembered(file);
  const codes = (): Code[] => {
    const now = Date.now();
    const secondsLeft = periodSeconds - (Math.floor(now / 1_000) % periodSeconds);
    return registered.map(({ name, secret }) => ({ name, code: codeOf(secret, now), secondsLeft }));
  };
  const app = new Hono();
  app.put('/control/authenticators', async (context) => {
    if (isFromElsewhere(context)) return context.json({ error: 'another page may not ask for this' }, 403);
    const read = Authenticators.safeParse(await context.req.json().catch(() => null));
    if (!read.success) return context.json({ error: read.error.issues[0]?.message ?? 'not understood' }, 400);
    registered = read.data.authenticators;
    if (file !== null) {
      writeFileSync(file, JSON.stringify(read.data), { mode: 0o600 });
      chmodSync(file, 0o600);
    }
    return context.json({ count: registered.length });
  });
  app.get('/control/authenticators', (context) =>
    isFromElsewhere(context)
      ? context.json({ error: 'another page may not ask for this' }, 403)
      : context.json({ data: codes() }),
  );
  return { app, codes };
}

const codeOf = (secret: string, atMs: number): string =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  }).generate({ timestamp: atMs });

function remembered(file: string): Registered {
  try {
    return Authenticators.parse(JSON.parse(readFileSync(file, 'utf8'))).authenticators;
  } catch {
    return [];
  }
}
