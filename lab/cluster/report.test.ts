/**
 * The report: how long no sale succeeded after a fault, what failed in the meantime, and whether every check
 * passed.
 */
import { expect, test } from 'vitest';
import type { Buyers } from './buyers.ts';
import { report } from './report.ts';

const sold = (...seconds: number[]): Buyers['sales'] =>
  seconds.map((second) => ({ orderId: `ord_${second}`, email: 'a@example.com', at: second * 1_000 }));
const buyers: Buyers = {
  ...{ placed: sold(1), sales: sold(1, 2, 9, 10, 21, 22.5, 30), lost: [], gaveUp: 0, requests: 40 },
  failures: [
    { at: 5_000, what: 'GET /a: 503 no\n  server' },
    { at: 5_500, what: 'GET /a: 503 no\n  server' },
    { at: 15_000, what: 'GET /b: 0' },
  ],
  stop: async () => undefined,
};
const windows = [
  { name: 'primary-kill', from: 2_500, to: 10_000 },
  { name: 'primary-kill', from: 20_000, to: 22_600 },
];

function reportOf(problems: string[], during = windows): { holds: boolean; lines: string[] } {
  const lines: string[] = [];
  const holds = report(buyers, { windows: during, problems, orders: 7, say: (line) => lines.push(line) });
  return { holds, lines };
}

test('the time without a sale runs from the fault to the next sale, and includes only failures in between', () => {
  const { holds, lines } = reportOf([]);
  expect(holds).toBe(true);
  expect(lines.find((line) => line.startsWith('primary-kill'))).toMatch(
    /^primary-kill +2 +6\.5 s, 6\.5 s +2 +0\.4$/,
  );
  expect(lines).toContain('    2 × GET /a: 503 no server');
  expect(lines.join('\n')).not.toContain('GET /b');
});

test('a problem is reported, and then the result is a failure', () => {
  const { holds, lines } = reportOf(['ord_1 was acknowledged and is not there']);
  expect(holds).toBe(false);
  expect(lines).toContain('ord_1 was acknowledged and is not there');
});

test('a failed request in a rolling upgrade is a problem', () => {
  const upgrade = (from: number, to: number) => reportOf([], [{ name: 'upgrade', from, to }]);
  expect(upgrade(2_500, 10_000)).toMatchObject({
    holds: false,
    lines: expect.arrayContaining(['2 requests failed in upgrade']),
  });
  expect(upgrade(20_000, 22_600).holds).toBe(true);
});
