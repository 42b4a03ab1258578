/**
 * The router's settings. A build also generates the preview cards and compresses every text file to .br and
 * .gz, so that no request pays for compression.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { publicPaths } from './src/contract/pages.ts';
import { type Card, drawCards } from '#tools/cards.ts';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const content = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

/** What a route of the built server exports about its page (document/page-head.tsx). */
type BuiltRoute = { path?: string; module: { handle?: Card | (() => Card) } };

async function cardsOf(server: string): Promise<Map<string, Card>> {
  const { routes } = (await import(/* @vite-ignore */ server)) as { routes: Record<string, BuiltRoute> };
  const cards = Object.values(routes).flatMap(({ path = '', module: { handle } }): [string, Card][] =>
    handle === undefined || !publicPaths.includes(`/${path}`)
      ? []
      : [[`/${path}`, typeof handle === 'function' ? handle() : handle]],
  );
  return new Map(cards);
}

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // With few routes, one cached manifest is cheaper than asking the server for each link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    await drawCards(join(buildDirectory, 'client'), await cardsOf(join(buildDirectory, 'server/index.js')));
    await precompress(join(buildDirectory, 'client'));
  },
} satisfies Config;
