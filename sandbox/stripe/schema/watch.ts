/**
 * Collects shape problems in our requests and the sandbox's responses. Tests call `const watch =
 * watchShapes(); startSandbox({ …, observe: watch.observe })`, and at the end
 * `expect(watch.complaints).toEqual([])`.
 */
import { checkEvent, checkExchange } from './shapes.ts';
import type { Observe } from './tap.ts';

export type ShapeWatch = {
  observe: Observe;
  /** For the payload of a webhook, which is sent by the sandbox. */
  observeEvent(payload: unknown): void;
  /** Problems so far, one sentence each. */
  readonly complaints: readonly string[];
  /** Number of checked exchanges, so that a test can prove that the watch was active. */
  readonly seen: number;
};

/** @internal */
export function watchShapes(): ShapeWatch {
  const complaints: string[] = [];
  let seen = 0;
  return {
    observe: (exchange) => {
      seen += 1;
      complaints.push(...checkExchange(exchange));
    },
    observeEvent: (payload) => {
      seen += 1;
      complaints.push(...checkEvent(payload));
    },
    get complaints() {
      return complaints;
    },
    get seen() {
      return seen;
    },
  };
}
