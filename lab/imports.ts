/**
 * `npm run lab -- imports [FOLDER]` prints three measures of the import graph, of this checkout or of another
 * one in FOLDER. Tests are left out, and type-only imports count.
 *
 * In `src/web/features/admin`, every folder that is not shared is an area. An import is upward if an area
 * imports page code of another area, or a subfolder page code of its parent. It is also upward if a
 * shared folder imports an area, the console itself, or a later shared folder. API calls (`*-api.ts` of older
 * checkouts) are not page code, and `frame` may import manifests (`area.ts`). An arrow is a pair of folders.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sharedFolders } from '#tools/tidy/console.ts';
import { readSource } from '#tools/tidy/source.ts';

/** The files that each file imports, by path. */
export type Graph = Map<string, string[]>;
type Edge = { from: string; to: string };

const consoleFolder = 'src/web/features/admin';
const standIn = 'sandbox/stripe';

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

function filesIn(root: string, folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path))
    .toSorted();
}

/** Resolves the names of `imports` in package.json and relative paths, which all have their extension. */
function readGraph(root: string, folder: string): Graph {
  const settings = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const aliases = Object.entries(settings.imports as Record<string, string>).map(([name, place]) => ({
    prefix: name.replace('*', ''),
    folder: place.replace('*', ''),
  }));
  const resolve = (path: string, from: string): string[] => {
    if (from.startsWith('.')) return [join(dirname(path), from)];
    const alias = aliases.find(({ prefix }) => from.startsWith(prefix));
    return alias === undefined ? [] : [join(alias.folder, from.slice(alias.prefix.length))];
  };
  return new Map(
    filesIn(root, folder).map((path) => {
      const { imports } = readSource(path, readFileSync(join(root, path), 'utf8'));
      return [path, imports.flatMap(({ from }) => resolve(path, from))];
    }),
  );
}

/** `content/editor` for a file in `content/editor`, and an empty string for the console itself. */
const folderOf = (path: string): string => dirname(path).slice(consoleFolder.length + 1);

function isUpward(from: string, to: string): boolean {
  const [area = '', otherArea = ''] = [from, to].map((folder) => folder.split('/')[0]);
  if (from === to || from === '') return false;
  const [place, otherPlace] = [sharedFolders.indexOf(area), sharedFolders.indexOf(otherArea)];
  if (area === otherArea) return from.startsWith(`${to}/`);
  return otherPlace === -1 || (place !== -1 && place < otherPlace);
}

/** The upward imports by arrow, such as `customers -> orders`. */
export function upwardImports(graph: Graph): Map<string, Edge[]> {
  const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  const upward = edges
    .filter(({ to }) => to.startsWith(`${consoleFolder}/`) && !to.endsWith('-api.ts'))
    .filter(({ from, to }) => folderOf(from) !== 'frame' || !to.endsWith('/area.ts'))
    .filter(({ from, to }) => isUpward(folderOf(from), folderOf(to)));
  return Map.groupBy(upward, ({ from, to }) => `${folderOf(from)} -> ${folderOf(to) || 'the console'}`);
}

/** Files that import each other, directly or through others: Tarjan's strongly connected components. */
export function cyclesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let low = own;
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? own);
    }
    lowest.set(file, low);
    if (low === own) {
      const members = open.splice(open.indexOf(file)).toSorted();
      if (members.length > 1 || graph.get(file)?.includes(file)) cycles.push(members);
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.toSorted((a, b) => b.length - a.length);
}

function report(root: string): string[] {
  const arrows = upwardImports(readGraph(root, consoleFolder));
  const imports = [...arrows.values()].reduce((sum, edges) => sum + edges.length, 0);
  const cycles = cyclesIn(readGraph(root, standIn));
  const byFolder = Map.groupBy(filesIn(root, 'src/server'), (path) => path.split('/').slice(2, -1)[0] ?? '');
  const folders = [...byFolder].filter(([name]) => name !== '');
  return [
    `${consoleFolder}: ${arrows.size} upward arrows, ${imports} imports`,
    ...[...arrows].toSorted().map(([arrow, edges]) => `  ${arrow}: ${edges.length}`),
    `${standIn}: ${cycles.length} cycles`,
    ...cycles.map((members) => `  ${members.length} files: ${members.join(', ')}`),
    `src/server: ${folders.length} folders, and ${byFolder.get('')?.length ?? 0} files beside them`,
    ...folders.toSorted().map(([name, files]) => `  ${name}: ${files.length} files`),
  ];
}

if (import.meta.main)
  for (const line of report(process.argv[2] ?? join(import.meta.dirname, '..'))) console.log(line);
