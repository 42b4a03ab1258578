/**
 * Simulates a process that dies between two steps: before or after an external call, or before or after a
 * transaction. Nothing runs after that.
 */
import type { Deps } from '#modules/shared/deps.ts';

export class Died extends Error {}

type Call = (...args: unknown[]) => unknown;

/**
 * Dies at the n-th step, counted from 0. `passed` returns the number of steps so far. Reads of lists do not
 * count as steps.
 */
export function killAtStep(deps: Deps, dieAt: number): { deps: Deps; passed: () => number } {
  let passed = 0;
  const place = (): void => {
    if (passed > dieAt) throw new Died();
    passed += 1;
    if (passed - 1 === dieAt) {
      passed += 1;
      throw new Died();
    }
  };
  const around =
    <Given extends unknown[], Answer>(work: (...args: Given) => Promise<Answer>) =>
    async (...args: Given): Promise<Answer> => {
      place();
      const answer = await work(...args);
      place();
      return answer;
    };
  const wrapped = <Port extends object>(port: Port, isList: (name: string) => boolean): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, call]) => [
        name,
        isList(name) || typeof call !== 'function' ? call : around(call as Call as () => Promise<unknown>),
      ]),
    ) as Port;
  const db = new Proxy(deps.db, {
    get: (real, name) => {
      const value: unknown = Reflect.get(real, name, real);
      if (name === 'transaction')
        return () => ({
          execute: around((work: Parameters<ReturnType<typeof real.transaction>['execute']>[0]) =>
            real.transaction().execute(work),
          ),
        });
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  const gateway = wrapped(deps.gateway, (name) => name.startsWith('list'));
  const bureau = deps.bureau === null ? null : wrapped(deps.bureau, (name) => name === 'trades');
  return { deps: { ...deps, gateway, bureau, db }, passed: () => Math.min(passed, dieAt) };
}
