/**
 * The files under deploy start the shop as `npm start` does, with existing settings and never as root. `npm
 * run lab -- test:image` runs them.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDockerfile } from './dockerfile.ts';
import { readDockerignore } from './dockerignore.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string; build: string } };
const image = readDockerfile(read('deploy/image/Dockerfile'));
const unit = read('deploy/systemd/stateside.service');

test('the image and the unit start the shop like npm', () => {
  const allocator = `MALLOC_ARENA_MAX=${image.environment.MALLOC_ARENA_MAX}`;
  expect(`${allocator} exec ${image.command.join(' ')}`).toBe(scripts.start);
  const [, unitStarts = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  expect(`${allocator} exec ${unitStarts.replace('/opt/stateside/current/bin/', '')}`).toBe(scripts.start);
  expect(unit).toContain(allocator);
});

test('the image is built in two steps and runs as an unprivileged user', () => {
  expect(image.build).toEqual([
    'npm ci --ignore-scripts --no-audit --no-fund',
    'sh deploy/image/assemble.sh /source /shop',
  ]);
  expect(image.account).toEqual({ uid: 10_001, gid: 10_001 });
  expect(unit).toMatch(/^User=stateside$/m);
});

test('a stop has enough time: first the balancer drains, then accepted requests finish', () => {
  const stopAtMostSeconds = 10;
  const needed = Number(image.environment.DRAIN_WAIT_SECONDS) + stopAtMostSeconds;
  for (const [path, pattern] of [
    ['deploy/systemd/stateside.service', /^TimeoutStopSec=(\d+)$/m],
    ['deploy/compose/compose.yaml', /stop_grace_period: (\d+)s/],
    ['deploy/kubernetes/shop.yaml', /terminationGracePeriodSeconds: (\d+)/],
  ] as const)
    expect(Number(pattern.exec(read(path))?.[1]), path).toBeGreaterThan(needed);
});

test('every setting in them is one that the shop reads', () => {
  const settingsSource = globSync('src/server/settings/*.ts', { cwd: root }).map(read).join('\n');
  const named = globSync('deploy/{compose,kubernetes,image}/{*,.env.example}', { cwd: root }).flatMap(
    (path) =>
      [...read(path).matchAll(/^ *(?:ENV )?([A-Z]{2,}(?:_[A-Z]+)+)(?:=|: )/gm)].map(([, name = '']) => name),
  );
  const others = [
    'POSTGRES_USER',
    'POSTGRES_PASSWORD',
    'DATABASE_PASSWORD',
    'SHOP_DOMAIN',
    'SHOP_VERSION',
    'MALLOC_ARENA_MAX',
  ];
  const unknown = named.filter((name) => !others.includes(name) && !settingsSource.includes(`  ${name}:`));
  expect(named.length).toBeGreaterThan(15);
  expect(unknown).toEqual([]);
});

test('files with secrets are ignored by git and the build', () => {
  const examples = globSync('deploy/compose/{*,.*}.example', { cwd: root });
  const secrets = [
    ...examples.map((path) => path.replace('.example', '')),
    '.env',
    'src/server/any.env',
    'deploy/compose/shop.env.before',
  ];
  expect(secrets).toEqual(
    expect.arrayContaining(['deploy/compose/.env', 'deploy/compose/shop.env', 'deploy/compose/backup.env']),
  );
  const { stdout } = spawnSync('git', ['check-ignore', ...secrets, ...examples], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stdout.trim().split('\n')).toEqual(secrets);
  const isIgnored = readDockerignore(read('.dockerignore'));
  expect(secrets.filter((path) => !isIgnored(path))).toEqual([]);
  expect(['src/server/main.ts', 'deploy/image/assemble.sh', 'package.json'].filter(isIgnored)).toEqual([]);
});

test('.dockerignore is interpreted as by Docker', () => {
  const isIgnored = readDockerignore('# a remark\nbuild\n/docs/\n*.md\n**/*.log\nlab/*/made?\n');
  const ignored = [
    'build',
    'build/client/a.js',
    'docs/a.txt',
    'README.md',
    'a.log',
    'src/a/b.log',
    'lab/image/made1/x',
  ];
  const taken = [
    'builds',
    'src/build',
    'src/README.md',
    'a.logs',
    'lab/made1',
    'lab/image/made',
    'lab/a/b/made1',
  ];
  expect([...ignored, ...taken].filter(isIgnored)).toEqual(ignored);
  expect(() => readDockerignore('docs\n!docs/openapi.json')).toThrow('!docs/openapi.json is not understood');
});

test('a release is not built over another one', () => {
  const taken = mkdtempSync(join(tmpdir(), 'stateside-taken-'));
  onTestFinished(() => rmSync(taken, { recursive: true }));
  writeFileSync(join(taken, 'package.json'), '{}');
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'deploy/image/assemble.sh'), taken, taken], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(`${taken} already exists`),
  });
  expect(readdirSync(taken)).toEqual(['package.json']);
});

test('the backup key is passed to backup and restore commands, and every image has a name', () => {
  const compose = read('deploy/compose/compose.yaml');
  const services = new Map(
    [...compose.matchAll(/^ {2}([a-z\d-]+):.*\n((?: {4}.*\n)*)/gm)].map(([, name = '', lines = '']) => [
      name,
      lines,
    ]),
  );
  const servicesWith = (text: string): string[] =>
    [...services].flatMap(([name, lines]) => (lines.includes(text) ? [name] : []));
  expect(services.size).toBeGreaterThan(5);
  expect(servicesWith('backup.env')).toEqual(['backup', 'restore']);
  expect(servicesWith('backups:')).toEqual(['backup', 'restore']);
  expect(read('deploy/compose/shop.env.example')).not.toContain('BACKUP_KEY');
  expect(compose).toMatch(/image: stateside:\$\{SHOP_VERSION:\?/);
  expect(unit).not.toContain('backup.env');
  expect(read('deploy/systemd/stateside-backup.service')).toMatch(
    /^EnvironmentFile=\/etc\/stateside\/backup\.env$/m,
  );
});

/** A release whose `bin/node` is that script. */
function aRelease(node: string): { release: string; backups: string } {
  const release = mkdtempSync(join(tmpdir(), 'stateside-release-'));
  onTestFinished(() => rmSync(release, { recursive: true }));
  const backups = join(release, 'backups');
  for (const folder of [backups, join(release, 'bin')]) mkdirSync(folder);
  copyFileSync(join(root, 'deploy/image/nightly-backup.sh'), join(release, 'bin/nightly-backup'));
  chmodSync(join(release, 'bin/nightly-backup'), 0o755);
  writeFileSync(join(release, 'bin/node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  return { release, backups };
}

test('the nightly backup deletes its files older than two weeks, once there is a newer one, and nothing else', () => {
  const { release, backups } = aRelease('exit 2');
  const old = ['stateside-2026-11-01T033000Z.backup', 'stateside-2026-11-02T033000Z.backup.77.unfinished'];
  const keptFiles = ['stateside-before-move.backup', 'stateside-2026-11-01T033000Z.backup.copy'];
  for (const name of [...old, ...keptFiles]) {
    writeFileSync(join(backups, name), '');
    utimesSync(join(backups, name), 0, 0);
  }
  const run = (): number | null => spawnSync('sh', ['bin/nightly-backup', backups], { cwd: release }).status;
  expect(run()).toBe(2);
  expect(readdirSync(backups).toSorted()).toEqual([...old, ...keptFiles].toSorted());
  writeFileSync(join(release, 'bin/node'), '#!/bin/sh\ntouch "$4"\n');
  expect(run()).toBe(0);
  const remainingFiles = readdirSync(backups);
  expect(remainingFiles).toEqual(expect.arrayContaining(keptFiles));
  expect(remainingFiles.filter((name) => !keptFiles.includes(name))).toEqual([
    expect.stringMatching(/^stateside-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/),
  ]);
});

test("stopping Compose's backup waits until the running proof has dropped its database", async () => {
  const { release, backups } = aRelease(
    `trap 'kill $!; sleep 0.3; touch "${'$'}folder/cleaned"; exit 2' TERM; folder=$(dirname "$4"); touch "$folder/begun"; sleep 60 & wait`,
  );
  const [, lines = ''] = /- \|\n((?: {8}.*\n)+)/.exec(read('deploy/compose/compose.yaml')) ?? [];
  const loop = lines.replaceAll('$$', '$').replace('/backups', `'${backups}'`);
  expect(loop).toContain('bin/nightly-backup');
  const service = spawn('sh', ['-c', loop], { cwd: release });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  await vi.waitFor(() => expect(readdirSync(backups)).toEqual(['begun']), 10_000);
  service.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readdirSync(backups)).toEqual(['begun', 'cleaned']);
});

test('commands that need the backup key get it, and backups use the account that may read them', () => {
  const { release } = aRelease('');
  writeFileSync(join(release, 'bin/systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const run = (command: string) => {
    const environment = { PATH: `${join(release, 'bin')}:/usr/bin:/bin`, RELEASE: release };
    const { stdout } = spawnSync('sh', [join(root, 'deploy/systemd/stateside-admin'), command, 'a $b'], {
      env: environment,
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n').slice(-3)).toEqual(['tools/admin.ts', command, 'a $$b']);
    const [, account] = /^--uid=(.+)$/m.exec(stdout) ?? [];
    return {
      account,
      hasKey: stdout.includes('/etc/stateside/backup.env'),
      umask: /UMask=(\d+)/.exec(stdout)?.[1],
    };
  };
  for (const command of ['backup', 'prove'])
    expect(run(command)).toEqual({ account: 'stateside-backup', hasKey: true, umask: '0077' });
  expect(run('restore')).toEqual({ account: 'stateside', hasKey: true, umask: '0027' });
  expect(run('verify')).toEqual({ account: 'stateside', hasKey: false, umask: '0027' });
});

test('the job that marks a database as restored is the migration with another command', () => {
  const [, edit = ''] = /^(sed .+migrate\.yaml) \|/m.exec(read('docs/packaging.md')) ?? [];
  const { stdout } = spawnSync('sh', ['-c', edit], {
    cwd: join(root, 'deploy/kubernetes'),
    encoding: 'utf8',
  });
  const lines = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('#'));
  const migration = lines(read('deploy/kubernetes/migrate.yaml'));
  expect(lines(stdout).filter((line) => !migration.includes(line))).toEqual([
    '  name: stateside-restored',
    '          command: [node, tools/admin.ts, restored, --to, "2026-11-25 14:30:00+00"]',
  ]);
  expect(stdout).not.toContain(', migrate]');
});
