/**
 * `npm run lab -- bench:cached`: cached pages compared with a file of nearly the same size from the same
 * server.
 */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
import { startWorld } from './processes.ts';

const aim = 0.7;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    profile: { type: 'string' },
  },
});
const headers = { 'accept-encoding': 'br', accept: 'text/html' };
const client = join(import.meta.dirname, '../../build/client');
const pages = ['/', '/products', '/faq'];

const world = await startWorld({
  nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
});
type Target = { path: string; bytes: number; seen: Measured[] };
const pairs: { page: Target; file: Target }[] = [];

/** The file whose transferred size is closest. */
function fileOf(bytes: number): string {
  const sizes = globSync('assets/*.js.br', { cwd: client }).map((name) => ({
    name,
    off: Math.abs(statSync(join(client, name)).size - bytes),
  }));
  const [nearest] = sizes.toSorted((a, b) => a.off - b.off);
  if (nearest === undefined) throw new Error('there are no files: build the pages first');
  return `/${nearest.name.replace(/\.br$/, '')}`;
}
const target = async (path: string): Promise<Target> => ({
  path,
  bytes: (await fetchBytes(world.shop.origin, path, headers)).length,
  seen: [],
});
const ask = ({ path }: Target, seconds: number) =>
  load({ ...world.shop, path, connections: Number(values.connections), seconds, headers });

try {
  for (const path of pages) {
    const page = await target(path);
    pairs.push({ page, file: await target(fileOf(page.bytes)) });
  }
  for (const { page, file } of pairs) for (const target of [page, file]) await ask(target, 2);
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const { page, file } of pairs)
      for (const target of [page, file]) target.seen.push(await ask(target, Number(values.seconds)));
} finally {
  await world.stop();
}

const middle = ({ seen }: Target, figure: keyof Measured): number =>
  median(seen.map((measured) => measured[figure]));
/** Ratio of pairs in the same round, so other load on the machine affects both. */
const ratioOf = ({ page, file }: { page: Target; file: Target }): number =>
  median(page.seen.map(({ perSecond }, round) => perSecond / (file.seen[round]?.perSecond ?? Number.NaN)));
const row = (target: Target, ratio: string): string[] => [
  target.path,
  String(target.bytes),
  integerText(middle(target, 'perSecond')),
  oneDecimal(middle(target, 'p50Ms')),
  oneDecimal(middle(target, 'p99Ms')),
  middle(target, 'cpuMsEach').toFixed(3),
  ratio,
  String(target.seen.reduce((sum, { failures }) => sum + failures, 0)),
];
print(
  `\nKept pages, br, ${values.connections} connections, ${values.rounds} rounds of ${values.seconds} s. ${describeMachine()}\n`,
);
sayTable(
  ['what', 'bytes', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'page to file', 'failures'],
  pairs.flatMap((pair) => [row(pair.page, percent(ratioOf(pair))), row(pair.file, '')]),
);
print(`\nAim: at least ${percent(aim)} of the file: ${verdict(pairs.every((pair) => ratioOf(pair) >= aim))}`);
