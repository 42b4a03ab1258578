/** Tests run on one real PostgreSQL that test/global-setup.ts starts; stories in a browser (e2e) have a runner of their own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,sandbox,tools,test,db}/**/*.test.{ts,tsx}'],
    provide: { stops: Number(process.env.STOPS ?? 5) },
    globalSetup: './test/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
