/**
 * Downloads a file that requires a session: fetches it with the session's token and saves it through the
 * browser.
 */
import { tryLater } from '#contract/client.ts';
import { openStorage } from '#web/local-storage.ts';
import { refreshed } from '#web/session/refresh.ts';
import { check } from '#web/session/session.ts';
import { headersOf, readStoredSession, type StoredSession } from '#web/session/stored-session.ts';

const ask = (address: string, session: StoredSession): Promise<Response> =>
  fetch(address, { headers: headersOf(session) });

/** `code`: the server's error code; empty if the server did not answer. */
export class NotDownloaded extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Rejects with `NotDownloaded`, whose message can be shown to the user. */
export async function download(path: string, query: Record<string, string>): Promise<void> {
  const search = new URLSearchParams(query).toString();
  const address = search === '' ? path : `${path}?${search}`;
  const session = readStoredSession(openStorage());
  let answer = await ask(address, session);
  if (answer.status === 401)
    answer = await ask(
      address,
      await refreshed(session, {
        send: (input, init) => fetch(input, init),
        storage: openStorage,
        onChange: check,
      }),
    );
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw new NotDownloaded(
      typeof body === 'string' ? body : tryLater,
      answer.headers.get('x-error-code') ?? '',
    );
  }
  save(await answer.blob(), nameIn(answer.headers.get('content-disposition')) ?? 'export.csv');
}

const nameIn = (disposition: string | null): string | null =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null;

/** Saves a file through the browser. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then. Without this, the object URL would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
