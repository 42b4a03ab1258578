/**
 * What tests use: `const watch = watchShapes(); startSandbox({ …, observe: watch.observe })`, and at the end
 * `expect(watch.complaints).toEqual([])`. It collects what is not Stripe-shaped, in our requests and in the sandbox's answers.
 */
import { checkEvent, checkExchange } from './shapes.ts';
import type { Observe } from './tap.ts';

export type ShapeWatch = {
  observe: Observe;
  /** For the payload of a webhook, which travels the other way. */
  observeEvent(payload: unknown): void;
  /** What was wrong so far, one sentence each. */
  readonly complaints: readonly string[];
  /** How many exchanges were looked at, so that a test can show that the watch was awake. */
  readonly seen: number;
};

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
