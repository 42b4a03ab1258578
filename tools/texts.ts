/**
 * Extracts the translatable texts and maps them to pages; the server uses this to send each page only its
 * texts. The build writes the map and the pseudo language. See docs/how-to/translate-a-text.md.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contactConsents, contactConsentText } from '#content/contact-consents.ts';
import { refusalTexts } from '#kernel/errors.ts';
import type { TextsByPlace } from '#platform/languages/languages.ts';
import { type Node, nameOf, readSource, type Source } from '#tools/tidy/source.ts';
import { pseudoText } from '#tools/pseudo-text.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each takes a text as its first argument. */
const marks = new Set(['say', 'sayWith', 'phrase', 'worded']);
/**
 * These functions must get a literal, otherwise the text cannot be extracted. `known` displays texts that
 * were extracted elsewhere.
 */
const onlyLiterals = new Set(['sayWith', 'phrase', 'worded']);

type Read = { texts: string[]; imports: Source['imports'] };
/** Cache of results; syntax trees would need far more memory. */
const found = new Map<string, Read>();

function read(path: string): Read {
  const cached = found.get(path);
  if (cached !== undefined) return cached;
  const source = readSource(path, readFileSync(join(root, path), 'utf8'));
  const file = { texts: textsIn(source), imports: source.imports };
  found.set(path, file);
  return file;
}

/** Files whose texts are data instead of arguments. */
const textsOfData: Record<string, () => string[]> = {
  'src/kernel/errors.ts': () => Object.values(refusalTexts),
  'src/content/contact-consents.ts': () =>
    Object.keys(contactConsents).map((kind) => contactConsentText(kind as keyof typeof contactConsents)),
};

/** Throws when a marking function gets anything but a literal. */
export function textsIn(source: Source): string[] {
  const marked = source.nodes.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || !marks.has(nameOf(node.callee))) return [];
    const text = literalOf((node.arguments as Node[])[0]);
    if (text === null && onlyLiterals.has(nameOf(node.callee)) && !source.path.endsWith('kernel/language.ts'))
      throw new Error(`${source.path}: ${nameOf(node.callee)} takes a literal`);
    return text === null ? [] : [text];
  });
  return [...marked, ...(textsOfData[source.path]?.() ?? [])];
}

function literalOf(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || (node.expressions as Node[]).length > 0) return null;
  return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? null;
}

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|spec|d)\.tsx?$/.test(path))
    .sort();

const unique = (texts: string[]): string[] => [...new Set(texts)].sort();

/** Every text of the shop. */
export const allTexts = (): string[] =>
  unique(filesOf('src/**/*.{ts,tsx}').flatMap((path) => read(path).texts));

/** The file of one of our imports. Null for a package, a drawing, or a style. */
function fileOf(from: string, importer: string): string | null {
  const path = from.startsWith('./')
    ? join(dirname(importer), from)
    : from.replace(/^#(web|kernel|content|contract)\//, 'src/$1/');
  return path.startsWith('src/') && /\.tsx?$/.test(path) ? path : null;
}

/** Files that the browser may load for a page, now or later. */
function filesBehind(starts: string[]): string[] {
  const files = new Set(starts);
  // Iterating a set includes elements added during the loop.
  for (const path of files)
    for (const { from, typeOnly } of read(path).imports) {
      const file = typeOnly ? null : fileOf(from, path);
      if (file !== null) files.add(file);
    }
  return [...files];
}

/** Error texts are fetched on demand, so they are sent with no page. */
const apart = 'src/kernel/errors.ts';
const serverFiles = 'src/{modules,platform,server,contract,content,kernel}/**/*.ts';

type RouteEntry = { path?: string; index?: boolean; id?: string; file: string; children?: RouteEntry[] };

export async function textsByPlace(): Promise<TextsByPlace> {
  const { default: routes } = (await import(pathToFileURL(join(root, 'src/web/routes.ts')).href)) as {
    default: RouteEntry[];
  };
  const pages = routes.flatMap(({ file, children = [] }) =>
    // A translated page uses the texts of the English one.
    children
      .filter(({ id }) => id === undefined)
      .map((child) => ({ child, files: ['src/web/root.tsx', `src/web/${file}`, `src/web/${child.file}`] })),
  );
  const refused = filesOf(serverFiles).filter((path) => !path.startsWith('src/modules/mail/emails/'));
  return {
    pages: pages.map(({ child, files }) => ({
      page: `/${child.path ?? ''}`,
      texts: unique(filesBehind(files).flatMap((path) => (path === apart ? [] : read(path).texts))),
    })),
    refusals: unique(refused.flatMap((path) => read(path).texts)),
  };
}

/** Every text in the pseudo language. */
export const pseudoTexts = (): Record<string, string> =>
  Object.fromEntries(allTexts().map((text) => [text, pseudoText(text)]));

/** Writes into the build folder. */
export async function writeTexts(): Promise<void> {
  mkdirSync(join(root, 'build/languages'), { recursive: true });
  writeFileSync(join(root, 'build/texts.json'), JSON.stringify(await textsByPlace()));
  writeFileSync(join(root, 'build/languages/en-XA.json'), JSON.stringify(pseudoTexts()));
}

/** Texts without a translation. */
export const missingIn = (
  translations: Readonly<Record<string, string>>,
  texts: readonly string[],
): string[] => texts.filter((text) => !translations[text]);
