/**
 * `npm run lab -- notices` writes THIRD-PARTY-NOTICES.txt: the licenses of every package that is installed in
 * the release or bundled into the pages. Development tools are excluded.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.txt');

type Entry = {
  version?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  dev?: boolean;
  devOptional?: boolean;
  license?: string;
  os?: string[];
  cpu?: string[];
};
export type Shipped = {
  name: string;
  version: string;
  license: string;
  text: string | null;
  isOfPlatform: boolean;
};

const licenseFile = /^(licen[sc]e|copying|notice|ofl)/i;

/** Sorted by name. A package of another platform is not installed here, so its text is null. */
export function shippedPackages(): Shipped[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const inPages = bundledPlaces(packages);
  return Object.entries(packages)
    .filter(([place, entry]) => place !== '' && (inPages.has(place) || isInRelease(entry)))
    .map(([place, entry]) => ({
      name: nameOf(place),
      version: entry.version ?? '',
      license: entry.license ?? 'see the text',
      text: textIn(join(root, place)),
      isOfPlatform: entry.os !== undefined || entry.cpu !== undefined,
    }))
    .toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

const isInRelease = ({ dev, devOptional }: Entry): boolean => dev !== true && devOptional !== true;

/** Packages that the sources of the pages import. Only `routes.ts` runs in the builder alone. */
function importedByPages(): string[] {
  const web = join(root, 'src/web');
  const names = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes('.test.') && file !== 'routes.ts')
    .flatMap((file) => [
      ...readFileSync(join(web, file), 'utf8').matchAll(/(?:from|import) '((?:@[\w.-]+\/)?[a-z][\w.-]*)/g),
    ])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'virtual' && name !== 'node');
  return [...new Set(names)];
}

/** Places in the lock file of all packages that the builder may bundle: the imported ones and theirs. */
function bundledPlaces(packages: Record<string, Entry>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const place = placeOf(name, from, packages);
    if (place === null || found.has(place)) return;
    found.add(place);
    for (const next of importsOf(packages[place] ?? {})) visit(next, place);
  };
  for (const name of importedByPages()) visit(name, '');
  return found;
}

const importsOf = ({ dependencies, peerDependencies, peerDependenciesMeta }: Entry): string[] => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

/** Resolves a package as Node does: first below the importing package, then in each folder above. */
function placeOf(name: string, from: string, packages: Record<string, Entry>): string | null {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[place] !== undefined) return place;
  if (from === '') return null;
  const above = from.lastIndexOf('/node_modules/');
  return placeOf(name, above < 0 ? '' : from.slice(0, above), packages);
}

function textIn(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && licenseFile.test(file.name),
  );
  const texts = files.map(({ name }) =>
    readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim(),
  );
  return texts.length === 0 ? '' : texts.toSorted().join('\n\n');
}

const line = '='.repeat(80);

/** One section per license text, under the names of all packages that use it. */
export function noticesText(packages: readonly Shipped[]): string {
  const byText = Map.groupBy(packages, textOf);
  const sections = [...byText].map(
    ([text, all]) => `${line}\n${all.map(titleOf).join('\n')}\n${line}\n\n${text}\n`,
  );
  return `Stateside includes the packages below. Each is used under its own license.\n\n${sections.join('\n')}`;
}

function textOf({ text, license }: Shipped): string {
  if (text === null)
    return `License: ${license}. The text comes with the package, which is for another platform.`;
  return text === '' ? `License: ${license}. The package has no license file.` : text;
}

export const titleOf = ({ name, version, license }: Shipped): string => `${name} ${version} (${license})`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const packages = shippedPackages();
  writeFileSync(noticesFile, noticesText(packages));
  process.stdout.write(`${packages.length} packages\n`);
}
