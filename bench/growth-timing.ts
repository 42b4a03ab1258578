/** How long each call of the contract took, seen from outside: every request that anybody in this process sends to the shop. */
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

export type Timings = { ms: Map<string, number[]>; stop(): void };

/** The rows that a customer or a visitor may call, by what they are called in the tables. */
export const customerRows = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, { access, method, path }]) =>
  access === 'staff' ? [] : [{ name, label: `${method} ${path}`, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }],
);

/** An address with fewer parameters in it is the better fit: `/api/auth/sessions` beside `/api/auth/{name}`. */
const byFit = customerRows.toSorted((one, other) => one.label.split('{').length - other.label.split('{').length);

/** From now on, for the shop at `originOf()`: null while there is none. Begun before the shop, whose clients keep the function that sends. */
export function timeCalls(originOf: () => string | null): Timings {
  const original = globalThis.fetch;
  const ms = new Map<string, number[]>();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== originOf()) return original(input, init);
    const startedAt = performance.now();
    const answer = await original(input, init);
    // With its last byte, as a browser would have it.
    await answer.clone().arrayBuffer();
    const took = performance.now() - startedAt;
    const row = byFit.find(({ method, pattern }) => method === (init?.method ?? 'GET') && pattern.test(url.pathname));
    if (row !== undefined && answer.ok) ms.set(row.name, [...(ms.get(row.name) ?? []), took]);
    return answer;
  };
  const stop = (): void => {
    globalThis.fetch = original;
  };
  return { ms, stop };
}
