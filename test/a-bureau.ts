/** The adapter for Factiiv, pointed at its stand-in. */
import { createFactiivBureau } from '#adapters/factiiv/bureau.ts';

/** Null without Factiiv's stand-in. */
export const bureauAt = (origin: string | null, timeoutMs = 2_000) =>
  origin === null
    ? null
    : createFactiivBureau({
        apiBase: `${origin}/api/v1`,
        connectAddress: `${origin}/connect`,
        providerAddress: origin,
        appName: 'stateside',
        timeoutMs,
      });
