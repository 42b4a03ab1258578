/**
 * `npm run lab -- bench:growth`: customer lifecycles and jobs in a small and in a large shop, in process, on
 * a separate PostgreSQL.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/bench/growth-lives.ts'],
    globalSetup: './lab/bench/growth-setup.ts',
    reporters: ['verbose'],
    hookTimeout: 600_000,
  },
});
