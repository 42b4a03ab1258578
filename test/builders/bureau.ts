/** The Factiiv adapter, connected to the Factiiv sandbox. */
import { createFactiivBureau } from '#adapters/factiiv/bureau.ts';

/** Returns null when the Factiiv sandbox is not running. */
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
