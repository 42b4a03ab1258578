/**
 * `npm run lab -- bench:list`: the product list compared with a bare route with the same bytes, and with a
 * route that reads one row.
 */
import { parseArgs } from 'node:util';
import {
  describeMachine,
  median,
  oneDecimal,
  percent,
  print,
  sayTable,
  verdict,
  integerText,
} from './figures.ts';
import { fetchBytes, load, type Measured } from './load.ts';
import { startLimit, startWorld } from './processes.ts';

const aim = 0.6;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    profile: { type: 'string' },
  },
});
const connections = Number(values.connections);
const world = await startWorld({
  nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
});
const body = await fetchBytes(world.shop.origin, '/api/products');
const limit = await startLimit({ body: body.toString(), databaseUrl: world.databaseUrl });
const targets = {
  ours: { ...world.shop, path: '/api/products' },
  bytes: { ...limit, path: '/bytes' },
  row: { ...limit, path: '/row' },
};
type Name = keyof typeof targets;
const names = Object.keys(targets) as Name[];
const seen: Record<Name, Measured[]> = { ours: [], bytes: [], row: [] };
try {
  for (const name of names) await load({ ...targets[name], connections, seconds: 2 });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const name of names)
      seen[name].push(await load({ ...targets[name], connections, seconds: Number(values.seconds) }));
  }
} finally {
  await limit.stop();
  await world.stop();
}

const ratioTo = (name: Name): number =>
  median(seen.ours.map(({ perSecond }, round) => perSecond / (seen[name][round]?.perSecond ?? Number.NaN)));
const row = (name: Name, label: string, ratio: string): string[] => [
  label,
  integerText(median(seen[name].map(({ perSecond }) => perSecond))),
  oneDecimal(median(seen[name].map(({ p50Ms }) => p50Ms))),
  oneDecimal(median(seen[name].map(({ p99Ms }) => p99Ms))),
  median(seen[name].map(({ cpuMsEach }) => cpuMsEach)).toFixed(2),
  ratio,
  String(seen[name].reduce((sum, { failures }) => sum + failures, 0)),
];
print(
  `\nProduct list, ${body.length} bytes, ${connections} connections, ${values.rounds} rounds of ${values.seconds} s. ${describeMachine()}\n`,
);
sayTable(
  ['what', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'ours to it', 'failures'],
  [
    row('ours', 'product list', ''),
    row('bytes', 'bare Hono route, same bytes', percent(ratioTo('bytes'))),
    row('row', 'bare Hono route, one-row select', percent(ratioTo('row'))),
  ],
);
print(`\nAim: at least ${percent(aim)} of the bare route: ${verdict(ratioTo('bytes') >= aim)}`);
