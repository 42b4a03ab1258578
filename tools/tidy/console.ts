/** Which folders of the console (`src/web/features/admin`) may import which. */
import type { Rule } from '#tools/tidy/source.ts';

/** Folders that all areas share. Each may import those to its left. */
export const sharedFolders = ['shell', 'act', 'detail', 'form', 'bulk', 'list', 'import', 'chart', 'records'];

/** The folder of a file; an empty string for a file next to the folders, null outside of the console. */
function folderOf(path: string): string | null {
  const [, inside] = /^(?:src\/|#)web\/features\/admin\/(.+)$/.exec(path) ?? [];
  if (inside === undefined) return null;
  return inside.includes('/') ? (inside.split('/')[0] ?? '') : '';
}

function mayImport(own: string, other: string, from: string): boolean {
  if (own === other || (own === 'frame' && from.endsWith('/area.ts'))) return true;
  const place = sharedFolders.indexOf(own);
  return sharedFolders.includes(other) && (place === -1 || sharedFolders.indexOf(other) <= place);
}

/**
 * A folder that is not shared is an area. An area may import the shared folders, but no other area. The frame
 * may import the manifests of the areas, and the files next to the folders may import all.
 */
export const consoleAreas: Rule = ({ path, imports, isTest }) => {
  const own = folderOf(path);
  if (own === null || own === '' || isTest) return [];
  return imports.flatMap(({ from }) => {
    const other = folderOf(from);
    return other === null || mayImport(own, other, from)
      ? []
      : [`console folder ${own} must not import ${other || 'a file above the folders'}`];
  });
};
