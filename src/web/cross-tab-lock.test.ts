/**
 * Cross-tab tasks run one at a time, even if another page never releases the lock. Node provides the same Web
 * Locks API as browsers.
 */
import { expect, test } from 'vitest';
import { underCrossTabLock, runInTurn } from './cross-tab-lock.ts';

/** Simulates a page that was frozen while it held the lock. */
async function aFrozenPage(name: string): Promise<{ letGo: () => void }> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await new Promise<void>((granted) => {
    void navigator.locks.request(name, () => {
      granted();
      return held;
    });
  });
  return { letGo: release };
}

test('a task continues without a taken lock after the timeout, and leaves no request behind', async () => {
  const frozen = await aFrozenPage('frozen');
  expect(await underCrossTabLock('frozen', async () => 'done', { waitMs: 60 })).toBe('done');
  const { held, pending } = await navigator.locks.query();
  expect(held?.filter(({ name }) => name === 'frozen')).toHaveLength(1);
  expect(pending).toEqual([]);
  frozen.letGo();
});

test("a lock released in time is acquired after the other page's writes arrive", async () => {
  const other = await aFrozenPage('short');
  let isHere = false;
  const seen = underCrossTabLock(
    'short',
    async (syncFirst) => {
      await syncFirst(() => isHere);
      return isHere;
    },
    { waitMs: 5_000 },
  );
  setTimeout(() => (isHere = true), 40);
  other.letGo();
  expect(await seen).toBe(true);
});

test('tasks of one page run in order, also while another page holds the lock, and a failed one blocks none', async () => {
  const frozen = await aFrozenPage('order');
  const order: string[] = [];
  const note =
    (word: string, fails = false) =>
    async () => {
      order.push(`${word} begins`);
      await null;
      order.push(`${word} ends`);
      if (fails) throw new Error(word);
    };
  const first = underCrossTabLock('order', note('first', true), { waitMs: 20 });
  const second = underCrossTabLock('order', note('second'), { waitMs: 20 });
  const third = runInTurn('order', note('third'));
  await expect(first).rejects.toThrow('first');
  await Promise.all([second, third]);
  expect(order).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
  frozen.letGo();
});
