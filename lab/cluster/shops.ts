/**
 * Runs three shop processes on ports that the balancer uses. A rolling restart starts the next process on a
 * spare port before it stops the old one.
 */
import { until } from '#test/until.ts';
import { type Environment, type Running, startShop } from '#lab/upgrade/programs.ts';

export const processes = 3;
/** One spare slot for the rolling restart. */
export const slots = processes + 1;

export type Fleet = {
  running: { port: number; shop: Running }[];
  startAll(version: string): Promise<void>;
  rollTo(version: string): Promise<void>;
  /** Kills one process without warning and restarts it on its port. */
  kill(index: number): Promise<void>;
  /** Kills all processes without warning. */
  lose(): Promise<void>;
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Longer than the balancer needs to update the ready servers. */
const seenWithinMs = 2_000;

export function aFleet(environment: Environment, ports: number[]): Fleet {
  const running: Fleet['running'] = [];
  let version = '';
  const start = async (port: number): Promise<void> => {
    running.push({ port, shop: await startShop(version, { ...environment, PORT: String(port) }) });
    await until(`the process on ${port} is ready`, () => answersReady(port));
  };
  return {
    running,
    startAll: async (folder) => {
      version = folder;
      for (const port of ports.slice(0, processes)) await start(port);
    },
    rollTo: async (folder) => {
      version = folder;
      for (let count = 0; count < processes; count += 1) {
        const spare = ports.find((port) => running.every((each) => each.port !== port)) ?? 0;
        await start(spare);
        await new Promise((resolve) => setTimeout(resolve, seenWithinMs));
        await running.shift()?.shop.stop();
      }
    },
    kill: async (index) => {
      const [killed] = running.splice(index % running.length, 1);
      await killed?.shop.kill();
      await start(killed?.port ?? 0);
    },
    lose: async () => {
      await Promise.all(running.splice(0).map(({ shop }) => shop.kill()));
    },
    isReady: async () =>
      running.length === processes &&
      (await Promise.all(running.map(({ port }) => answersReady(port)))).every(Boolean),
    stop: async () => {
      await Promise.all(running.map(({ shop }) => shop.stop()));
    },
  };
}

const answersReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status === 200;
    },
    () => false,
  );
