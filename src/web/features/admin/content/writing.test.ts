/** Edits survive a lost connection, a lost answer, a closed tab, and another user's save. */
import type { Outcome } from '#web/features/admin/act/use-act.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Stored, Writing } from './writing.ts';

type Text = { title: string; body: string };
type Post = Text & { version: number };

/** A fake server whose connection can drop before or after it receives a call. */
function aServer(stored: Post = { version: 1, title: 'A', body: 'a' }) {
  const server = { stored, line: 'whole' as 'whole' | 'away' | 'answer lost', calls: 0 };
  const lost: Outcome<Post> = {
    kind: 'refused',
    error: { status: 0, code: 'offline', message: 'No connection', requestId: '' },
  };
  const send = async (fields: Text, version: number): Promise<Outcome<Post>> => {
    server.calls += 1;
    if (server.line === 'away') return lost;
    if (version !== server.stored.version)
      return {
        kind: 'changed',
        error: { status: 409, code: 'changed_meanwhile', message: '', requestId: '' },
      };
    server.stored = { ...fields, title: fields.title.trim(), version: version + 1 };
    return server.line === 'answer lost' ? lost : { kind: 'done', data: server.stored };
  };
  return { server, send };
}

const fieldsOf = ({ title, body }: Post): Text => ({ title, body });
const memory = { stored: null as Stored<Text> | null };

function write({ server, send }: ReturnType<typeof aServer>) {
  return new Writing<Text, Post>({
    record: server.stored,
    fieldsOf,
    normal: ({ title, body }) => ({ title: title.trim(), body }),
    check: ({ title }): Record<string, string> => (title === 'wrong' ? { title: 'It is wrong' } : {}),
    send,
    reload: async () => (server.line === 'away' ? Promise.reject(new Error('away')) : server.stored),
    store: {
      read: () => memory.stored,
      write: (stored) => {
        memory.stored = stored;
        return true;
      },
    },
  });
}

beforeEach(() => {
  memory.stored = null;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('typed text is saved in the browser immediately, and on the server after a pause', async () => {
  const at = aServer();
  const writing = write(at);
  writing.set('title', 'AB ');
  expect(memory.stored).toMatchObject({ version: 1, mine: { title: 'AB ' } });
  await vi.advanceTimersByTimeAsync(1_000);
  writing.set('title', 'AB C');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at.server.calls).toBe(0);
  await vi.advanceTimersByTimeAsync(600);
  expect(at.server.stored).toEqual({ version: 2, title: 'AB C', body: 'a' });
  expect([writing.state().phase, memory.stored]).toEqual(['saved', null]);
});

test('typing during a save loses no letter, and a trailing space stays', async () => {
  const at = aServer();
  const writing = write(at);
  writing.set('title', 'One ');
  const sending = writing.flush();
  writing.set('title', 'One two');
  await sending;
  expect(at.server.stored.title).toBe('One two');
  writing.set('title', 'One two ');
  await writing.flush();
  expect(writing.state().fields.title).toBe('One two ');
});

test('continuous typing is saved too', async () => {
  const at = aServer();
  const writing = write(at);
  for (let second = 0; second < 20; second += 1) {
    writing.set('body', `a${second}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(at.server.calls).toBeGreaterThan(0);
});

test('without a connection, text is stored locally, retried, and saved', async () => {
  const at = aServer();
  const writing = write(at);
  at.server.line = 'away';
  writing.set('body', 'written in a train');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([writing.state().phase, memory.stored?.mine.body]).toEqual(['offline', 'written in a train']);
  at.server.line = 'whole';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(at.server.stored.body).toBe('written in a train');
  expect([writing.state().phase, memory.stored]).toEqual(['saved', null]);
});

test('a lost response causes no conflict with oneself', async () => {
  const at = aServer();
  const writing = write(at);
  at.server.line = 'answer lost';
  writing.set('body', 'arrived');
  await vi.advanceTimersByTimeAsync(2_000);
  at.server.line = 'whole';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writing.state()).toMatchObject({ phase: 'saved', conflict: null, record: { version: 2 } });
});

test('after closing a tab, unsaved text is offered, and continued or discarded', async () => {
  const at = aServer();
  const first = write(at);
  at.server.line = 'away';
  first.set('body', 'never arrived');
  await vi.advanceTimersByTimeAsync(2_000);
  first.stop();
  at.server.line = 'whole';
  const second = write(at);
  expect(second.state().offered?.mine.body).toBe('never arrived');
  expect(second.state().fields.body).toBe('a');
  expect(await second.flush()).toBeNull();
  await second.answerOffer(true);
  expect(at.server.stored.body).toBe('never arrived');
  expect(memory.stored).toBeNull();
  memory.stored = {
    version: 1,
    before: { title: 'A', body: 'a' },
    mine: { title: 'A', body: 'old' },
    at: '',
  };
  const third = write(at);
  await third.answerOffer(false);
  expect([at.server.stored.body, memory.stored, third.state().offered]).toEqual([
    'never arrived',
    null,
    null,
  ]);
});

test('a conflict asks about both versions, includes later typing, and sends nothing while postponed', async () => {
  const at = aServer();
  const writing = write(at);
  at.server.stored = { version: 2, title: 'Theirs', body: 'a' };
  writing.set('title', 'Mine');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(writing.state().conflict).toMatchObject({ before: { title: 'A' }, theirs: { title: 'Theirs' } });
  writing.putConflictAside(true);
  writing.set('body', 'more of mine');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at.server.stored.title).toBe('Theirs');
  expect(memory.stored?.mine).toEqual({ title: 'Mine', body: 'more of mine' });
  await writing.answerConflict({ title: 'Theirs', body: 'more of mine' });
  expect(at.server.stored).toEqual({ version: 3, title: 'Theirs', body: 'more of mine' });
  expect(writing.state()).toMatchObject({ phase: 'saved', conflict: null, epoch: 1 });
});

test("another person's change of something else, such as the time, is no conflict", async () => {
  const at = aServer();
  const writing = write(at);
  at.server.stored = { ...at.server.stored, version: 5 };
  writing.set('title', 'Mine');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(at.server.stored).toEqual({ version: 6, title: 'Mine', body: 'a' });
});

test("text offered from before another person's change asks for a decision", async () => {
  memory.stored = {
    version: 1,
    before: { title: 'A', body: 'a' },
    mine: { title: 'Mine', body: 'a' },
    at: '',
  };
  const at = aServer({ version: 3, title: 'Theirs', body: 'b' });
  const writing = write(at);
  await writing.answerOffer(true);
  expect(writing.state().conflict).toMatchObject({
    before: { title: 'A' },
    theirs: { title: 'Theirs', body: 'b' },
    mine: { title: 'Mine' },
  });
  expect(at.server.calls).toBe(0);
});

test('invalid text is reported, and not sent', async () => {
  const at = aServer();
  const writing = write(at);
  writing.set('title', 'wrong');
  expect(await writing.flush()).toBeNull();
  expect([writing.state().errors, at.server.calls]).toEqual([{ title: 'It is wrong' }, 0]);
  writing.set('title', 'right');
  expect(writing.state().errors).toEqual({});
  expect(await writing.flush()).toMatchObject({ title: 'right' });
});
