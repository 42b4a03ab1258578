/**
 * The staff console costs visitors of the shop only its line in the route manifest. The shop is built a
 * second time without the console and its code splitting, and every public page is compared.
 * @module-tag long
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, buildIfStale } from '#tools/build.ts';

type Route = { id: string; module: string; imports: string[] };
type Manifest = { url: string; entry: { module: string; imports: string[] }; routes: Record<string, Route> };

const root = join(import.meta.dirname, '..');
/** The console's line in the route list, and its parts' names in the lists of chunks. */
const mostBytes = 140;
/**
 * The console reuses parts of the product and post pages, so they become two files, and each file is
 * compressed separately. The multi-product button is bundled with the single one: the home page loads one
 * file less, and single product pages load some bytes more.
 */
const allowed: Record<string, { bytes: number; files: number }> = {
  'routes/net-30-vendor': { bytes: 330, files: 0 },
  'routes/blogs': { bytes: 390, files: 0 },
  'routes/blog-post': { bytes: 340, files: 0 },
  'routes/inside-an-order': { bytes: 1_450, files: 0 },
  ...Object.fromEntries(
    ['', 'es/', 'ar/'].flatMap((language) => [
      [`${language}routes/product`, { bytes: 260, files: 0 }],
      [`${language}routes/home`, { bytes: 750, files: 0 }],
    ]),
  ),
};
const copied = ['src', 'tools', 'db', 'public', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

let without = '';
beforeAll(async () => {
  await buildIfStale(() => undefined);
  without = mkdtempSync(join(tmpdir(), 'stateside-without-console-'));
  for (const path of [...copied, ...globSync('tsconfig*.json', { cwd: root })])
    cpSync(join(root, path), join(without, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(without, 'node_modules'));
  removeFromFile('src/web/routes.ts', "    route('admin/*', 'routes/admin.tsx'),\n");
  removeFromFile('vite.config.ts', '...sharedWithConsole,');
  await build(without);
});
function removeFromFile(file: string, part: string): void {
  const path = join(without, file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(part))
    throw new Error(`${file} is another one than this test knows: it lacks ${part}`);
  writeFileSync(path, source.replace(part, ''));
}
afterAll(() => rmSync(without, { recursive: true, force: true }));

function readBuild(folder: string) {
  const client = join(folder, 'build/client');
  const [name = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const text = readFileSync(join(client, name), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
  const sizes = new Map<string, number>();
  /** Without the hashes in file names, which compress to a different size after every change. */
  const compressedBytes = (address: string): number => {
    const code = readFileSync(join(client, address), 'utf8').replaceAll(
      /-[\w-]{8}(?=\.(js|css))/g,
      '-00000000',
    );
    const size = sizes.get(address) ?? brotliCompressSync(code).length;
    sizes.set(address, size);
    return size;
  };
  const filesOf = (id: string): string[] => {
    const routes = ['root', 'routes/any-page', id].flatMap((routeId) => manifest.routes[routeId] ?? []);
    const { entry, url } = manifest;
    return [
      ...new Set([
        url,
        entry.module,
        ...entry.imports,
        ...routes.flatMap(({ module, imports }) => [module, ...imports]),
      ]),
    ];
  };
  const bytesOf = (id: string): number =>
    filesOf(id).reduce((sum, address) => sum + compressedBytes(address), 0);
  const [styles = ''] = globSync('assets/app-*.css', { cwd: client });
  return {
    ids: Object.keys(manifest.routes),
    filesOf,
    bytesOf,
    styles: readFileSync(join(client, styles), 'utf8'),
  };
}

test('no shop page grows by more than its line in the route list, or loads another file', () => {
  const [plain, full] = [readBuild(without), readBuild(root)];
  expect(full.ids.filter((id) => !plain.ids.includes(id))).toEqual(['routes/admin']);
  const grown = plain.ids
    .map((id) => ({
      id,
      bytes: full.bytesOf(id) - plain.bytesOf(id),
      files: full.filesOf(id).length - plain.filesOf(id).length,
    }))
    .filter(
      ({ id, bytes, files }) =>
        bytes > (allowed[id]?.bytes ?? mostBytes) || files > (allowed[id]?.files ?? 0),
    );
  expect(grown).toEqual([]);
});

test('the styles of the shop are the same with and without it', () => {
  expect(readBuild(root).styles).toBe(readBuild(without).styles);
});
