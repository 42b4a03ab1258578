/** Measures each call of the contract from outside: every request from this process to the shop. */
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

export type Timings = { ms: Map<string, number[]>; stop(): void };

/** The endpoints for customers and visitors, with their labels in the tables. */
export const customerEndpoints = Object.entries(contract as Record<string, Endpoint>).flatMap(
  ([name, { access, method, path }]) =>
    access === 'staff'
      ? []
      : [
          {
            name,
            label: `${method} ${path}`,
            method,
            pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
          },
        ],
);

/** A path with fewer parameters matches better: `/api/auth/sessions` before `/api/auth/{name}`. */
const byFit = customerEndpoints.toSorted((a, b) => a.label.split('{').length - b.label.split('{').length);

/**
 * Starts timing calls to the shop at `originOf()`, which is null while there is none. Must run before the
 * shop starts, because its clients keep a reference to `fetch`.
 */
export function timeCalls(originOf: () => string | null): Timings {
  const original = globalThis.fetch;
  const ms = new Map<string, number[]>();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== originOf()) return original(input, init);
    const startedAt = performance.now();
    const answer = await original(input, init);
    // Includes the last byte, as in a browser.
    await answer.clone().arrayBuffer();
    const durationMs = performance.now() - startedAt;
    const endpoint = byFit.find(
      ({ method, pattern }) => method === (init?.method ?? 'GET') && pattern.test(url.pathname),
    );
    if (endpoint !== undefined && answer.ok)
      ms.set(endpoint.name, [...(ms.get(endpoint.name) ?? []), durationMs]);
    return answer;
  };
  const stop = (): void => {
    globalThis.fetch = original;
  };
  return { ms, stop };
}
