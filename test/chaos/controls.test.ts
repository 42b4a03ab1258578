/** R1n and R4n: the harness is not blind. It finds each shop that was broken on purpose. */
import { aDatabase } from '#test/a-database.ts';
import { expect, test } from 'vitest';
import { controls, runControl } from './controls.ts';
import { freshSeed } from './random.ts';

const seed = freshSeed();
const schedules = 25;
const kills = 8;

test.each(controls)('a shop with $variant is found', { timeout: 240_000 }, async (control) => {
  const database = await aDatabase();
  try {
    const count = control.under === 'storm' ? kills : schedules;
    const { found, others, tries, tookMs } = await runControl(control, { seed, count, databaseUrl: database.url });
    console.log(
      `seed ${seed}, ${control.variant}: ${found.length} found in ${tries} tries (and ${others} others) in ${tookMs} ms; first: ${JSON.stringify(found[0])}`,
    );
    expect(found.length, `nothing found with seed ${seed}`).toBeGreaterThan(0);
  } finally {
    await database.close();
  }
});
