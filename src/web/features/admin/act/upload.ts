/**
 * Uploads a file unchanged as the logged-in user and reports progress. Uses XMLHttpRequest, because `fetch`
 * reports no upload progress.
 */
import type { Answer, Endpoint } from '#contract/endpoint.ts';
import { openStorage } from '#web/local-storage.ts';
import { sessionClient } from '#web/session/call.ts';
import { check } from '#web/session/session.ts';

/** An endpoint whose body is a file. */
type FileEndpoint = Endpoint & { method: 'POST' };

/** `onProgress` receives values from 0 to 1. Throws `CallError`. */
export function upload<E extends FileEndpoint>(
  endpoint: E,
  query: Record<string, string>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Answer<E>> {
  const isUpload = (address: string): boolean => address.split('?', 1)[0] === endpoint.path;
  const send: typeof fetch = (input, init) =>
    isUpload(String(input))
      ? sendFile(String(input), file, new Headers(init?.headers), onProgress)
      : fetch(input, init);
  const call = sessionClient({ send, storage: openStorage, onChange: check }) as (
    endpoint: E,
    sent: object,
  ) => Promise<Answer<E>>;
  // A placeholder body: `send` sends the file instead.
  return call(endpoint, { query, body: new Uint8Array() });
}

const sendFile = (
  address: string,
  file: Blob,
  headers: Headers,
  onProgress: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of headers) if (name !== 'content-type') request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      const answered = new Headers();
      for (const name of ['x-error-code', 'x-request-id', 'retry-after']) {
        const value = request.getResponseHeader(name);
        if (value !== null) answered.set(name, value);
      }
      resolve(new Response(request.responseText, { status: request.status, headers: answered }));
    });
    request.addEventListener('error', () => reject(new TypeError('The file could not be uploaded')));
    request.send(file);
  });
