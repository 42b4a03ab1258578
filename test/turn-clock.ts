/**
 * `node --import ./test/turn-clock.ts`: measures the longest turn of the event loop in processor time, which a busy machine does not lengthen.
 * Prints the address where a test reads it. Reading starts the measurement again.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 1;
const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

if (isMainThread) {
  let before = process.threadCpuUsage();
  let longestMs = 0;
  // Between two timers lies at least one turn, and at most what a millisecond of further turns adds.
  setInterval(() => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, msOf(now) - msOf(before));
    before = now;
  }, intervalMs).unref();
  const server = createServer((_, answer) => {
    answer.end(JSON.stringify({ longestMs, processorMs: msOf(process.cpuUsage()) }));
    longestMs = 0;
  });
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`turn-clock http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  server.unref();
}
