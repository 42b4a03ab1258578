/**
 * A start without build tools, as after `npm ci --omit=dev`: it uses the built pages, or says how to get
 * them. The built pages need no packages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'stateside-without-builder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('without its builder it needs built pages, uses them unchanged, and writes nothing', async () => {
  mkdirSync(join(folder, 'tools'));
  mkdirSync(join(folder, 'src/kernel'), { recursive: true });
  writeFileSync(join(folder, 'src/kernel/facts.ts'), 'export const fact = 1;');
  cpSync(join(import.meta.dirname, 'build.ts'), join(folder, 'tools/build.ts'));
  const { buildIfStale } = (await import(
    pathToFileURL(join(folder, 'tools/build.ts')).href
  )) as typeof import('./build.ts');
  const lines: string[] = [];
  const build = () => buildIfStale((line) => lines.push(line));
  await expect(build()).rejects.toThrow('Run "npm ci && npm run build" here, or copy the "build" folder');
  expect(lines).toEqual([]);
  mkdirSync(join(folder, 'build/server'), { recursive: true });
  writeFileSync(join(folder, 'build/server/index.js'), '');
  await build();
  expect(lines).toEqual([expect.stringContaining('They are used as they are')]);
  expect(readdirSync(folder).toSorted()).toEqual(['build', 'src', 'tools']);
  expect(readdirSync(join(folder, 'build'))).toEqual(['server']);
});

test('every file of the built server loads in a folder without packages', () => {
  const release = mkdtempSync(join(tmpdir(), 'stateside-without-packages-'));
  onTestFinished(() => rmSync(release, { recursive: true }));
  writeFileSync(join(release, 'package.json'), '{ "type": "module" }');
  cpSync(join(import.meta.dirname, '../build/server'), join(release, 'build/server'), { recursive: true });
  const loadAll = `
    import { globSync } from 'node:fs';
    const { routes } = await import('./build/server/index.js');
    for (const file of globSync('build/server/**/*.js')) await import('./' + file);
    console.log(Object.keys(routes).length);`;
  const words = ['--input-type=module', '--eval', loadAll];
  const loaded = execFileSync(process.execPath, words, { cwd: release, encoding: 'utf8' });
  expect(Number(loaded)).toBeGreaterThan(50);
});
