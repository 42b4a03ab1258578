/**
 * `npm run lab -- bench:pages`: the product page, rendered on the server for every request, with browser
 * headers and without compression.
 */
import { parseArgs } from 'node:util';
import { describeMachine, median, oneDecimal, print, sayTable, verdict, integerText } from './figures.ts';
import { fetchBytes, load, type Measured } from './load.ts';
import { startWorld } from './processes.ts';

const aimPerSecond = 150;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    profile: { type: 'string' },
  },
});
const encodings = ['br', 'gzip', 'identity'];
const world = await startWorld({
  extra: { PAGE_CACHE: 'off' },
  nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
});
const seen = new Map<string, Measured[]>(encodings.map((encoding) => [encoding, []]));
const sizes = new Map<string, number>();
try {
  const ask = (encoding: string, seconds: number) =>
    load({
      ...world.shop,
      path: '/products',
      connections: Number(values.connections),
      seconds,
      headers: { 'accept-encoding': encoding, accept: 'text/html' },
    });
  for (const encoding of encodings) {
    sizes.set(
      encoding,
      (await fetchBytes(world.shop.origin, '/products', { 'accept-encoding': encoding })).length,
    );
    await ask(encoding, 3);
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const encoding of encodings) seen.get(encoding)?.push(await ask(encoding, Number(values.seconds)));
  }
} finally {
  await world.stop();
}

const middle = (encoding: string, figure: keyof Measured): number =>
  median((seen.get(encoding) ?? []).map((measured) => measured[figure]));
print(
  `\n/products, uncached, ${values.connections} connections, ${values.rounds} rounds of ${values.seconds} s. ${describeMachine()}\n`,
);
sayTable(
  ['encoding', 'bytes', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'failures'],
  encodings.map((encoding) => [
    encoding,
    String(sizes.get(encoding)),
    integerText(middle(encoding, 'perSecond')),
    oneDecimal(middle(encoding, 'p50Ms')),
    oneDecimal(middle(encoding, 'p99Ms')),
    middle(encoding, 'cpuMsEach').toFixed(2),
    String((seen.get(encoding) ?? []).reduce((sum, { failures }) => sum + failures, 0)),
  ]),
);
print(
  `\nAim: at least ${aimPerSecond} per second with br: ${verdict(middle('br', 'perSecond') >= aimPerSecond)}`,
);
