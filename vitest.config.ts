/**
 * Tests run on one real PostgreSQL that test/global-setup.ts starts; stories in a browser (e2e) have a runner
 * of their own.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes, not seconds, and each mostly waits for something else than the others. */
const longest = [
  'chaos/storm',
  'chaos/fault-matrix',
  'chaos/controls',
  'server/processes',
  'subscriptions/manage',
  'server/hostile-content',
];

/**
 * A fresh clone has measured nothing yet, so Vitest would begin with large files and end with small ones, the
 * longest among them: one worker would then go on with a storm while the others have nothing left to do.
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
    include: ['{src,sandbox,tools,test,db}/**/*.test.{ts,tsx}'],
    tags: [
      {
        name: 'long',
        description: 'Long, and rarely breaks: only `npm run test:all` runs it (docs/testing.md).',
      },
    ],
    globalSetup: './test/global-setup.ts',
    // The stories run beside the tests, two at a time. A fourth worker would load the shop once more, and
    // both cores are busy without it.
    maxWorkers: 3,
    // A worker that runs eighty files makes much that lives shortly: a larger young generation is swept less
    // often.
    execArgv: ['--max-semi-space-size=64'],
    // One worker runs one file after the other and loads the shop once. A new one for each file took a
    // quarter of all the time.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    // The built pages are a program of their own: Node loads them as in production, and goes on loading what
    // a page starts in passing.
    server: { deps: { external: [/\/build\/server\//] } },
    // None of these guards anything but a run that hangs: a machine that is busy with other things must not
    // fail a test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
