/** Tests run on one real PostgreSQL that test/global-setup.ts starts; stories in a browser (e2e) have a runner of their own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,sandbox,tools,test,db}/**/*.test.{ts,tsx}'],
    provide: { stops: Number(process.env.STOPS ?? 5) },
    globalSetup: './test/global-setup.ts',
    // Most of a test here waits for a process, a database or a clock, so two cores carry three workers.
    maxWorkers: 3,
    // The built pages are a program of their own: Node loads them as in production, and goes on loading what a page starts in passing.
    server: { deps: { external: [/\/build\/server\//] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
