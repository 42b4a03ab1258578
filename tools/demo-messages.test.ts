/** The demo conversations appear in the console as the shop's own services create them, and only once. */
import { demoMessages, demoTemplates } from '#db/seeds/messages.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedMessages } from './demo-messages.ts';
import { seedStaff } from './demo-staff.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  await seedStaff(shop.deps, shop.deps.clock.now());
});
afterAll(() => shop.stop());

const states = async (): Promise<Record<string, number>> => {
  const rows = await shop.db.selectFrom('contact_message').select('state').execute();
  return Object.fromEntries(
    Map.groupBy(rows, ({ state }) => state)
      .entries()
      .map(([state, { length }]) => [state, length]),
  );
};

test('there are new, answered, and held messages, and a second start adds none', async () => {
  await seedMessages(shop.deps);
  const seeded = await states();
  expect(seeded).toEqual({ open: 3, closed: 1, held_back: 2, spam: 1 });
  const answers = await shop.db.selectFrom('contact_answer').select(['text', 'sent_at', 'mail_id']).execute();
  expect(answers).toHaveLength(demoMessages.filter(({ answer }) => answer !== undefined).length);
  for (const answer of answers)
    expect(answer).toMatchObject({
      text: expect.not.stringContaining('{'),
      sent_at: expect.any(Date),
      mail_id: expect.any(String),
    });
  await seedMessages(shop.deps);
  expect(await states()).toEqual(seeded);
  expect(await shop.db.selectFrom('answer_template').select('name').execute()).toHaveLength(
    demoTemplates.length,
  );
});
