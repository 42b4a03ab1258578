/** The router's settings. After a build every text file also gets its .br and .gz twin, so that no request pays for compression. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/** None of them is the best for every file, and a file is compressed once and sent for ever. */
const brotliSettings: Record<number, number>[] = [{}, { [constants.BROTLI_PARAM_LGBLOCK]: 16 }, { [constants.BROTLI_PARAM_NDIRECT]: 4 }];

async function smallestBrotli(content: Buffer): Promise<Buffer> {
  const tries = await Promise.all(brotliSettings.map((params) => promisify(brotliCompress)(content, { params })));
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}

async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const content = await readFile(path);
        await writeFile(`${path}.br`, await smallestBrotli(content));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Few routes: one cached manifest is cheaper than asking the server for each link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
