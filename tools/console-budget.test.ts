/**
 * What the operators' console costs a visitor of the shop: its line in the list of routes. The shop is built a second time without it, and
 * every public page compared.
 * @module-tag long
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, buildIfStale } from '#tools/build.ts';

type Route = { id: string; module: string; imports: string[] };
type Manifest = { url: string; entry: { module: string; imports: string[] }; routes: Record<string, Route> };

const root = join(import.meta.dirname, '..');
/** A hundred, and the luck of the marks in the names of some ten files, of which brotli makes twenty bytes more or less. */
const mostBytes = 120;
/**
 * What the console uses besides is there for these too: the parts by which it shows a product as the shop does, a file of their own, and
 * what of the contract and of zod its rows name, in the file that pages of a purchase load.
 */
const allowed = (id: string): { bytes: number; files: number } => {
  if (id === 'routes/products') return { bytes: 500, files: 1 };
  return {
    bytes: /^routes\/(payment|credit-purchase|booster|checkout|profile|invoice|credit-note|subscription)/.test(id) ? 450 : mostBytes,
    files: 0,
  };
};
const copied = ['src', 'tools', 'db', 'public', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

let without = '';
beforeAll(async () => {
  await buildIfStale(() => undefined);
  without = mkdtempSync(join(tmpdir(), 'stateside-without-console-'));
  for (const path of [...copied, ...globSync('tsconfig*.json', { cwd: root })])
    cpSync(join(root, path), join(without, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(without, 'node_modules'));
  const routes = join(without, 'src/web/routes.ts');
  const listed = readFileSync(routes, 'utf8');
  const line = "    route('admin/*', 'routes/admin.tsx'),\n";
  if (!listed.includes(line)) throw new Error('the console has another route than this test takes away');
  writeFileSync(routes, listed.replace(line, ''));
  await build(without);
});
afterAll(() => rmSync(without, { recursive: true, force: true }));

function readBuild(folder: string) {
  const client = join(folder, 'build/client');
  const [name = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const text = readFileSync(join(client, name), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
  const inTravel = (address: string): number => statSync(`${join(client, address)}.br`).size;
  const filesOf = (id: string): string[] => {
    const routes = ['root', 'routes/any-page', id].flatMap((one) => manifest.routes[one] ?? []);
    const { entry, url } = manifest;
    return [...new Set([url, entry.module, ...entry.imports, ...routes.flatMap(({ module, imports }) => [module, ...imports])])];
  };
  const bytesOf = (id: string): number => filesOf(id).reduce((sum, address) => sum + inTravel(address), 0);
  const [styles = ''] = globSync('assets/app-*.css', { cwd: client });
  return { ids: Object.keys(manifest.routes), filesOf, bytesOf, styles: readFileSync(join(client, styles), 'utf8') };
}

test('no page of the shop grows by more than its line in the list of routes, or loads one file more', () => {
  const [plain, whole] = [readBuild(without), readBuild(root)];
  expect(whole.ids.filter((id) => !plain.ids.includes(id))).toEqual(['routes/admin']);
  const grown = plain.ids
    .map((id) => ({
      id,
      bytes: whole.bytesOf(id) - plain.bytesOf(id),
      files: whole.filesOf(id).length - plain.filesOf(id).length,
    }))
    .filter(({ id, bytes, files }) => bytes > allowed(id).bytes || files > allowed(id).files);
  expect(grown).toEqual([]);
});

test('the styles of the shop are the same with and without it', () => {
  expect(readBuild(root).styles).toBe(readBuild(without).styles);
});
