/** How many reads run when they are shared, and that no result is older than its request. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareReads } from './shared-read.ts';

/** A read that ends when the test says so. */
function aSlowRead() {
  const reads: PromiseWithResolvers<number>[] = [];
  const read = (): Promise<number> => {
    const pending = Promise.withResolvers<number>();
    reads.push(pending);
    return pending.promise;
  };
  return { reads, shared: shareReads(read) };
}

/** Long enough for an unblocked read to start. */
async function aMoment(): Promise<void> {
  await turn();
  await turn();
}

test('concurrent requests share one read', async () => {
  const { reads, shared } = aSlowRead();
  const all = [shared(), shared()];
  expect(reads).toHaveLength(0);
  await aMoment();
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await Promise.all(all)).toEqual([1, 1]);
});

test('requests during a read share the next one, which starts after them', async () => {
  const { reads, shared } = aSlowRead();
  const first = shared();
  await aMoment();
  const others = [shared(), shared(), shared()];
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await first).toBe(1);
  await aMoment();
  expect(reads).toHaveLength(2);
  const laterRead = shared();
  reads[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await aMoment();
  expect(reads).toHaveLength(3);
  reads[2]?.resolve(3);
  expect(await laterRead).toBe(3);
});

test('a request after everything was answered starts a new read', async () => {
  const { reads, shared } = aSlowRead();
  const first = shared();
  await aMoment();
  reads[0]?.resolve(1);
  await first;
  const second = shared();
  await aMoment();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(2);
  expect(await second).toBe(2);
});

test('a failed read fails for all who share it, and the next one starts fresh', async () => {
  const { reads, shared } = aSlowRead();
  const first = shared();
  await aMoment();
  const second = shared();
  reads[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await aMoment();
  reads[1]?.resolve(2);
  expect(await second).toBe(2);
});
