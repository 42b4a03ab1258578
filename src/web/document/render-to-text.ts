/**
 * React's HTML as one text, rendered to its end. The renderer for strings costs a fifth less than the one for streams, but it does not
 * wait: where a part of the page was not there yet it leaves a mark, and then the page is rendered again by the one that waits.
 */
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

export type RenderSettings = { nonce: string | undefined; signal: AbortSignal; onError: (error: unknown) => void };

/** React's own marks around a part that is left to the browser, or is still awaited. */
const unfinished = /<!--\$[!?~]-->/;

/** `page` makes the page, anew for a second try. Rejects when not even the document around the page can be rendered. */
export async function renderToText(page: () => ReactElement, settings: RenderSettings): Promise<string> {
  const text = tryToRender(page());
  return text === null || unfinished.test(text) ? awaitText(page(), settings) : text;
}

/** Only the renderer for streams writes it by itself, and without it browsers lay pages out by the rules of the last century. */
const doctype = '<!DOCTYPE html>';

/** Null where a part is not there yet and nothing stands around it, or where it fails: the second try tells which. */
function tryToRender(page: ReactElement): string | null {
  try {
    return doctype + renderToString(page);
  } catch {
    return null;
  }
}

/** A part that fails is told to `onError`. */
function awaitText(page: ReactElement, { nonce, signal, onError }: RenderSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Finished parts stay in place; React would otherwise move large ones to the end and need a script to bring them back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError,
      onShellError: reject,
      onAllReady: () => pipe(collector(resolve, reject)),
    });
    if (signal.aborted) abort(signal.reason);
    else signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  });
}

/** As much of a writable stream as React asks for. It is never full, so it never has to say that it is empty again. */
function collector(resolve: (text: string) => void, reject: (error: unknown) => void) {
  const decoder = new TextDecoder();
  let text = '';
  return {
    write: (piece: Uint8Array | string): boolean => {
      text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
      return true;
    },
    end: (): void => resolve(text + decoder.decode()),
    destroy: (error: unknown): void => reject(error),
    on: (): void => undefined,
  };
}
