/**
 * R4n: the harness detects shops that were broken on purpose. `npm run test:all` tries one of them, `npm run
 * lab -- chaos controls` all ten.
 *
 * @module-tag long
 */
import { aDatabase } from '#test/builders/database.ts';
import { expect, test } from 'vitest';
import { type Control, type ControlRun, controls, runControl } from './controls.ts';
import { freshSeed } from './random.ts';

const schedules = 15;
/** A single round may miss the fault by chance. */
const roundsAtMost = 12;

test.each(controls.filter(({ inEveryRun }) => inEveryRun))(
  'a shop with $variant is detected',
  async (control) => {
    let last: ControlRun | undefined;
    for (let round = 0; round < roundsAtMost && !last?.found.length; round += 1)
      last = await runRound(control);
    expect(last?.found.length).toBeGreaterThan(0);
  },
);

async function runRound(control: Control): Promise<ControlRun> {
  const seed = freshSeed();
  const database = await aDatabase();
  try {
    const run = await runControl(control, { seed, count: schedules, databaseUrl: database.url });
    const { found, others, tries, tookMs } = run;
    console.log(
      `seed ${seed}, ${control.variant}: ${found.length} found in ${tries} tries (and ${others} others) in ${tookMs} ms; first: ${JSON.stringify(found[0])}`,
    );
    return run;
  } finally {
    await database.close();
  }
}
