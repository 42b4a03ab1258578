/**
 * Requests one URL on several connections. Each sends its next request when the previous response arrives.
 * Limited in time and count.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, toRequest } from './connection.ts';
import { percentile } from './figures.ts';
import { usedCpuMs } from './processor-time.ts';

export type Load = {
  origin: string;
  pid: number;
  path: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A pause between two requests of one connection. Default: none. */
  restMs?: number;
};
export type Measured = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the process that responds. */
  cpuMsEach: number;
  answers: number;
  failures: number;
};

const answersAtMost = 500_000;

export async function load({
  origin,
  pid,
  path,
  connections,
  seconds,
  headers = {},
  restMs = 0,
}: Load): Promise<Measured> {
  const request = toRequest('GET', path, headers);
  const latencies: number[] = [];
  let failures = 0;
  const cpuBeforeMs = usedCpuMs(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(origin);
      for (let now = performance.now(); now < endsAt && latencies.length < answersAtMost; ) {
        const { status } = await connection.ask(request);
        const answeredAt = performance.now();
        latencies.push(answeredAt - now);
        if (status !== 200) failures += 1;
        if (restMs > 0) await pause(restMs);
        now = restMs > 0 ? performance.now() : answeredAt;
      }
      connection.close();
    }),
  );
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: (latencies.length - failures) / tookSeconds,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    cpuMsEach: (usedCpuMs(pid) - cpuBeforeMs) / latencies.length,
    answers: latencies.length,
    failures,
  };
}

/** The bytes of one response. Throws unless the status is 200. */
export async function fetchBytes(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const connection = await openConnection(origin);
  const { status, body } = await connection.ask(toRequest('GET', path, headers));
  connection.close();
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body;
}
