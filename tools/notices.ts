/**
 * `npm run lab -- notices` writes THIRD-PARTY-NOTICES.txt: the licenses of every package that is shipped in
 * the release or in the pages. Development tools are excluded.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.txt');

/** Development packages whose content is part of the built pages: fonts and styles. */
export const shippedInPages = ['@fontsource-variable/instrument-sans', 'tailwindcss'];

type Entry = {
  version?: string;
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
  return Object.entries(packages)
    .filter(([place, entry]) => place !== '' && isShipped(place, entry))
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

/** `deploy/image/assemble.sh` removes the compiler, because packages need it only for type checks. */
const isCompiler = (name: string): boolean => name === 'typescript' || name.startsWith('@typescript/');

const isShipped = (place: string, { dev, devOptional }: Entry): boolean =>
  shippedInPages.includes(nameOf(place)) ||
  (dev !== true && devOptional !== true && !isCompiler(nameOf(place)));

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
