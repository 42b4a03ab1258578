/**
 * An action that needs a fresh code continues with its original key after the code is entered. A rejected
 * action reports why.
 */
import { describe, expect, test } from 'vitest';
import { attempt } from './use-act.ts';

const refusal = (code: string, status = 403) => ({ error: { status, code, message: 'no', requestId: 'r1' } });

/** Returns the given answers in order and records the key of each call. */
function server<T>(...answers: ({ data: T } | { error: unknown })[]) {
  const keys: string[] = [];
  const send = async (key: string): Promise<{ data?: T; error?: unknown }> => {
    keys.push(key);
    return answers[keys.length - 1] ?? refusal('asked_too_often');
  };
  return { keys, send };
}

describe('an action', () => {
  test('succeeds', async () => {
    const { send, keys } = server({ data: 7 });
    expect(await attempt(send, 'one')).toEqual({ kind: 'done', data: 7 });
    expect(keys).toEqual(['one']);
  });

  test('that needs a fresh code is repeated with its key once the code is entered', async () => {
    const { send, keys } = server(refusal('fresh_factor_needed'), { data: 7 });
    expect(await attempt(send, 'one', async () => true)).toEqual({ kind: 'done', data: 7 });
    expect(keys).toEqual(['one', 'one']);
  });

  test('that needs a fresh code is canceled without the code', async () => {
    const { send, keys } = server<number>(refusal('fresh_factor_needed'));
    expect(await attempt(send, 'one', async () => false)).toEqual({ kind: 'canceled' });
    expect(keys).toEqual(['one']);
  });

  test('on a changed record reports a conflict, distinct from other rejections', async () => {
    expect((await attempt(server(refusal('changed_meanwhile', 409)).send, 'one')).kind).toBe('changed');
    expect(await attempt(server(refusal('refund_too_large', 409)).send, 'one')).toEqual({
      kind: 'refused',
      error: { status: 409, code: 'refund_too_large', message: 'No', requestId: 'r1' },
    });
  });

  test('without a response shows what to do, and does not claim a rejection', async () => {
    const outcome = await attempt(server(refusal('network', 0)).send, 'one');
    expect(outcome.kind === 'refused' && outcome.error.message).toBe(
      'The connection was lost. Check it and try again.',
    );
  });
});
