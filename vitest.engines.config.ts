/**
 * `npm run test:engines`: the main stories in Firefox ESR and WebKitGTK. They start their own shop, as
 * e2e/story.ts does.
 */
import { defineConfig } from 'vitest/config';
import { findEngines } from '#tools/engines.ts';

export default defineConfig({
  test: {
    include: ['e2e/engines/stories.ts'],
    provide: { programs: findEngines(process.env) },
    reporters: ['verbose'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
