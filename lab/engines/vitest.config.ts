/**
 * `npm run lab -- test:engines`: the main stories in Firefox ESR and WebKitGTK. They start their own shop, as
 * e2e/story.ts does.
 */
import { defineConfig } from 'vitest/config';
import { findEngines } from './programs.ts';

export default defineConfig({
  test: {
    include: ['lab/engines/stories.ts'],
    provide: { programs: findEngines(process.env) },
    reporters: ['verbose'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
