/**
 * Applies the house rules to one file or to the whole tree. The rules are in `tidy/`. A new rule is added to
 * this list and gets a rejected example in `tidy.test.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { consoleAreas } from '#tools/tidy/console.ts';
import { freshDialogs } from '#tools/tidy/dialogs.ts';
import * as direction from '#tools/tidy/direction.ts';
import { releasePackages } from '#tools/tidy/packages.ts';
import { prose } from '#tools/tidy/prose.ts';
import * as purity from '#tools/tidy/purity.ts';
import * as records from '#tools/tidy/records.ts';
import * as size from '#tools/tidy/size.ts';
import { hasHashComments, type Rule, readSource } from '#tools/tidy/source.ts';
import * as words from '#tools/tidy/words.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const rules = {
  layers: direction.layers,
  modules: direction.modules,
  rooms: direction.rooms,
  features: direction.features,
  consoleAreas,
  packages: direction.packages,
  releasePackages,
  ownFolder: direction.ownFolder,
  primitives: direction.primitives,
  belowShell: direction.belowShell,
  staffEndpoints: direction.staffEndpoints,
  oneClient: direction.oneClient,
  fakes: direction.fakes,
  noMocks: direction.noMocks,
  purity: purity.purity,
  environment: purity.environment,
  transactions: purity.transactions,
  nothingOutsideInTransaction: purity.nothingOutsideInTransaction,
  storesTakeConnection: purity.storesTakeConnection,
  fileLength: size.fileLength,
  functionLength: size.functionLength,
  opening: size.opening,
  bannedWords: words.bannedWords,
  noAny: words.noAny,
  arbitraryValues: words.arbitraryValues,
  physicalSides: words.physicalSides,
  freshDialogs,
  recordForm: records.recordForm,
  prose,
} as const satisfies Record<string, Rule>;

/** Returns the problems of one file, each as `path: sentence`. */
export function complaints(path: string, text: string): string[] {
  const source = readSource(path, text);
  return Object.values(rules)
    .flatMap((rule: Rule) => rule(source))
    .map((complaint) => `${path}: ${complaint}`);
}

/** Generated files are checked through their generators. */
const generated =
  /^(db\/types\.ts|docs\/openapi\.json|package-lock\.json|sandbox\/stripe\/schema\/.*\.json)$/;

/** Every handwritten text file in the repository. */
export function repositoryFiles(): string[] {
  const folders = '{src,sandbox,db,test,tools,e2e,lab,docs,public,.ci}/**/*';
  return globSync([folders, 'deploy/*/{*,.*}', '*.{ts,json,md,toml}', '.ci/run', '.gitignore'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) =>
        hasHashComments(path) ||
        /\.(ts|tsx|mjs|js|css|sql|md|json|html|svg)$|^\.ci\/run$|^\.gitignore$/.test(path),
    )
    .filter((path) => !generated.test(path))
    .toSorted();
}

export const complaintsAboutFiles = (paths: string[]): string[] =>
  paths.flatMap((path) => complaints(path, readFileSync(`${root}/${path}`, 'utf8')));

if (import.meta.main) {
  const found = complaintsAboutFiles(repositoryFiles());
  for (const complaint of found) console.error(complaint);
  process.exitCode = found.length > 0 ? 1 : 0;
}
