/** The files under deploy start the shop as `npm start` does, with settings that exist, and let nobody be root. What they do is tried by `npm run test:image`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDockerfile } from './dockerfile.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string; build: string } };
const image = readDockerfile(read('deploy/image/Dockerfile'));
const unit = read('deploy/systemd/stateside.service');

test('the image and the unit start the shop as npm does', () => {
  const allocator = `MALLOC_ARENA_MAX=${image.environment.MALLOC_ARENA_MAX}`;
  expect(`${allocator} exec ${image.command.join(' ')}`).toBe(scripts.start);
  const [, unitStarts = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  expect(`${allocator} exec ${unitStarts.replace('/opt/stateside/bin/', '')}`).toBe(scripts.start);
  expect(unit).toContain(allocator);
});

test('the image is built in two steps and runs as nobody in particular', () => {
  expect(image.build).toEqual(['npm ci --ignore-scripts --no-audit --no-fund', 'sh deploy/image/assemble.sh /source /shop']);
  expect(image.account).toEqual({ uid: 10_001, gid: 10_001 });
  expect(unit).toMatch(/^User=stateside$/m);
});

test('a stop is given the time that it takes: first the balancer looks away, then what was accepted is finished', () => {
  const stopAtMostSeconds = 10;
  const needed = Number(image.environment.DRAIN_WAIT_SECONDS) + stopAtMostSeconds;
  for (const [path, pattern] of [
    ['deploy/systemd/stateside.service', /^TimeoutStopSec=(\d+)$/m],
    ['deploy/compose/compose.yaml', /stop_grace_period: (\d+)s/],
    ['deploy/kubernetes/shop.yaml', /terminationGracePeriodSeconds: (\d+)/],
  ] as const)
    expect(Number(pattern.exec(read(path))?.[1]), path).toBeGreaterThan(needed);
});

test('every setting that they name is one that the shop reads', () => {
  const known = globSync('src/server/*config.ts', { cwd: root }).map(read).join('\n');
  const named = globSync('deploy/{compose,kubernetes,image}/*', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^ *(?:ENV )?([A-Z]{2,}(?:_[A-Z]+)+)(?:=|: )/gm)].map(([, name = '']) => name),
  );
  const others = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'SHOP_DOMAIN', 'MALLOC_ARENA_MAX'];
  const unknown = named.filter((name) => !others.includes(name) && !known.includes(`  ${name}:`));
  expect(named.length).toBeGreaterThan(15);
  expect(unknown).toEqual([]);
});
