/**
 * `npm run lock` completes package-lock.json with the packages of other platforms. npm omits those that the
 * current registry does not serve, and `npm ci` then rejects that lock file. Packages of other platforms are
 * never downloaded here.
 *
 * It also removes the Node ranges of the other optional packages. `npm ci` compares a range with its own Node,
 * which may be older than the shop's, and skips an optional package silently.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type Lockfile = { packages: Record<string, Entry> };

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));

export const readLockfile = (): Lockfile => JSON.parse(readFileSync(file, 'utf8')) as Lockfile;

/** Optional packages with an exact version and no entry in the lock file, as `[place, entry]`. */
export function missingEntries({ packages }: Lockfile): [string, Entry][] {
  return Object.values(packages).flatMap((owner) =>
    Object.entries(owner.optionalDependencies ?? {}).flatMap(([name, version]): [string, Entry][] => {
      const place = `node_modules/${name}`;
      const platform = platformOf(name);
      if (packages[place] !== undefined || platform === null || !/^\d/.test(version)) return [];
      return [[place, { version, ...(owner.dev ? { dev: true } : {}), optional: true, ...platform }]];
    }),
  );
}

/** Places of optional packages that npm may skip because of their Node range. */
export const withNodeRange = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([place, { optional, dev, os, cpu, engines }]) => {
    const isForAll = optional === true && !dev && os === undefined && cpu === undefined;
    return isForAll && engines !== undefined ? [place] : [];
  });

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'win32', 'windows'];
const libraries: Record<string, string> = { musl: 'musl', gnu: 'glibc', gnueabihf: 'glibc' };

/** Derives the platform from a package name. Null for a name without one. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  if (name.endsWith('wasm32-wasi')) return { cpu: ['wasm32'] };
  const words = name.split(/[-/]/);
  const at = words.findLastIndex((word) => systems.includes(word));
  const [system, processor, library] = words.slice(at);
  if (at < 0 || system === undefined || processor === undefined) return null;
  const libc = library === undefined ? undefined : libraries[library];
  return {
    os: [system === 'windows' ? 'win32' : system],
    cpu: [processor],
    ...(libc ? { libc: [libc] } : {}),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lockfile = readLockfile();
  const missing = missingEntries(lockfile);
  const packages = Object.fromEntries(
    Object.entries({ ...lockfile.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  const ranges = withNodeRange(lockfile);
  for (const place of ranges) delete packages[place]?.engines;
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
  process.stdout.write(`${missing.length} entries added, ${ranges.length} Node ranges removed\n`);
}
