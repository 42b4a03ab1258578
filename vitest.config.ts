/**
 * Tests share one real PostgreSQL, started by test/global-setup.ts. Browser stories (e2e) have a separate
 * runner.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that run for minutes. They wait on different resources, so they run well in parallel. */
const longest = [
  'chaos/storm',
  'chaos/fault-matrix',
  'chaos/controls',
  'server/processes',
  'subscriptions/manage',
  'server/hostile-content',
];

/**
 * Runs the longest files first. A fresh clone has no timings yet, so Vitest would sort by file size and start
 * a storm last, while the other workers sit idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.includes(name));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ['{src,sandbox,tools,test,db,lab}/**/*.test.{ts,tsx}'],
    tags: [
      {
        name: 'long',
        description: 'Slow, and rarely fails: only `npm run test:all` runs it (docs/testing.md).',
      },
    ],
    globalSetup: './test/global-setup.ts',
    // Many tests wait for a timeout or a child process, so four keep two cores busy. Stories have one worker.
    maxWorkers: 4,
    // A worker runs about eighty files and allocates many short-lived objects. A larger young generation
    // needs fewer collections.
    execArgv: ['--max-semi-space-size=64'],
    // Each worker loads the shop once and runs its files one after the other. Starting a worker per file took
    // a quarter of the total time.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    // Node loads the built pages directly, as in production, including the modules that a page imports later.
    server: { deps: { external: [/\/build\/server\//] } },
    // These timeouts only end a hanging run; a busy machine must not fail a test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
