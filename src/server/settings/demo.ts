/** Settings of the demo and its sandbox. `tools/start.ts` reads them; here they are only validated. */
import { z } from 'zod';
import { port } from './setting-values.ts';

export const demoSettings = {
  DEMO: z.string().optional().meta({
    description: '`1` allows a demo with `DATABASE_URL`, a public `HOST`, or other Stripe settings.',
  }),
  SANDBOX_HOST: z.string().optional().meta({
    description: 'Host of the sandbox. Browsers must be able to reach it.',
    computedDefault: '`127.0.0.1`',
  }),
  SANDBOX_PORT: port
    .optional()
    .meta({ description: 'Port of the Stripe sandbox.', computedDefault: '`PORT` + 1' }),
  SANDBOX_FACTIIV_PORT: port
    .optional()
    .meta({ description: 'Port of the Factiiv sandbox.', computedDefault: '`PORT` + 3' }),
  SANDBOX_SMTP_PORT: port
    .optional()
    .meta({ description: "Port of the sandbox's mail server.", computedDefault: 'a free port' }),
};
