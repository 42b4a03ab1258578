/** What a start takes from the bundled packages is what it would take from `node_modules`, and it takes nothing from bundles of another version. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfStale } from './build.ts';
import { bundledPackages } from './packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'stateside-bundled-'));
beforeAll(() => buildIfStale(() => undefined));
afterAll(() => rmSync(copy, { recursive: true }));

const bundled = ['--import', './tools/stripped.js', '--import', './tools/bundled.js'];
const run = (options: string[], code: string, cwd = root): string =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...options, '--eval', code], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('each bundle exports what its package does', () => {
  const code = `for (const name of ${JSON.stringify(bundledPackages)})
    console.log(name, Object.keys(await import(name)).filter((key) => key !== 'module.exports').toSorted().join());
  console.error(import.meta.resolve('zod'));`;
  const names = run([], code);
  expect(names.trim().split('\n')).toHaveLength(bundledPackages.length);
  expect(run(bundled, code)).toBe(names);
  expect(run(bundled, "console.log(import.meta.resolve('zod'))")).toContain('/build/packages/zod.js');
});

test('a document is drawn with bundled packages, in a thread of its own', () => {
  const code = `const { printTaxInformation } = await import('#server/documents.ts');
    const { content } = await printTaxInformation(new Date(0));
    console.log(Buffer.from(content).toString('latin1', 0, 5), content.length > 5_000);
    process.exit();`;
  expect(run(bundled, code)).toBe('%PDF- true\n');
});

test('bundles of another package-lock.json are passed by', () => {
  mkdirSync(join(copy, 'tools'));
  mkdirSync(join(copy, 'build/packages'), { recursive: true });
  cpSync(join(root, 'tools/bundled.js'), join(copy, 'tools/bundled.js'));
  writeFileSync(join(copy, 'build/packages/zod.js'), "export const from = 'bundle';");
  const lock = createHash('sha256').update('{}').digest('hex');
  writeFileSync(join(copy, 'build/packages/list.json'), JSON.stringify({ lock, files: { zod: 'zod.js' } }));
  const code = "console.log(await import('zod').then(({ from }) => from, ({ code }) => code))";
  const start = (): string => run(['--import', './tools/bundled.js'], code, copy).trim();
  writeFileSync(join(copy, 'package-lock.json'), '{}');
  expect(start()).toBe('bundle');
  writeFileSync(join(copy, 'package-lock.json'), '{ "version": 2 }');
  expect(start()).toBe('ERR_MODULE_NOT_FOUND');
});
