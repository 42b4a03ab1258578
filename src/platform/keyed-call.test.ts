/** A call that must take effect once: which key is used, and when the result is looked up first. */
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { expect, test } from 'vitest';
import { callOnce, type KeyedCall } from './keyed-call.ts';

const keyedAt = new Date('2026-03-01T12:00:00Z');
const later = (hours: number): Date => new Date(keyedAt.getTime() + hours * 3_600_000);

/** Records the calls in order. */
function aCall(changes: Partial<KeyedCall<string>> = {}) {
  const done: string[] = [];
  const step = (name: string, work: () => Promise<string | null>) => async () => {
    done.push(name);
    return work();
  };
  const call: KeyedCall<string> = {
    keyedAt,
    now: later(1),
    ask: step('ask', changes.ask ?? (async () => 'made')) as () => Promise<string>,
    find: step('find', changes.find ?? (async () => null)),
    renew: async () => {
      done.push('renew');
      return changes.renew === undefined ? async () => 'created again' : changes.renew();
    },
    ...(changes.now === undefined ? {} : { now: changes.now }),
  };
  return { call, done };
}

const replayed = async (): Promise<string> =>
  Promise.reject(new GatewayUnavailable('kept', { replayed: true }));

test('a young key is used for the call, without other steps', async () => {
  const { call, done } = aCall();
  expect(await callOnce(call)).toBe('made');
  expect(done).toEqual(['ask']);
});

for (const [what, changes] of [
  ['whose key may be forgotten', { now: later(24) }],
  ['whose key has a stored failure', { ask: replayed }],
] as const) {
  test(`a call ${what} is looked up before it is repeated`, async () => {
    const found = aCall({ ...changes, find: async () => 'found' });
    expect(await callOnce(found.call)).toBe('found');
    expect(found.done).not.toContain('renew');
    const expiredCall = aCall(changes);
    expect(await callOnce(expiredCall.call)).toBe('created again');
    expect(expiredCall.done.slice(-2)).toEqual(['find', 'renew']);
  });
}

test('an unknown outcome is passed on, and the key is preserved', async () => {
  const { call, done } = aCall({ ask: async () => Promise.reject(new GatewayUnavailable('no answer')) });
  await expect(callOnce(call)).rejects.toThrow('no answer');
  expect(done).toEqual(['ask']);
});

test('a key renewed by another process ends the call', async () => {
  expect(await callOnce(aCall({ now: later(24), renew: async () => null }).call)).toBeNull();
});
