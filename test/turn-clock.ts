/**
 * `node --import ./test/turn-clock.ts`: measures the longest event loop turn in CPU time, which a busy
 * machine does not inflate. Prints the address where a test reads the value. Each read resets the
 * measurement.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 1;
const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

if (isMainThread) {
  let before = process.threadCpuUsage();
  let longestMs = 0;
  // Between two timers there is at least one turn, plus at most one millisecond of other turns.
  setInterval(() => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, msOf(now) - msOf(before));
    before = now;
  }, intervalMs).unref();
  // Longer than a client waits between two readings, so that none writes to a connection that has just
  // closed.
  const server = createServer({ keepAliveTimeout: 65_000 }, (_, answer) => {
    answer.end(JSON.stringify({ longestMs, processorMs: msOf(process.cpuUsage()) }));
    longestMs = 0;
  });
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`turn-clock http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  server.unref();
}
