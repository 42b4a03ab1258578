/**
 * The documentation is accurate: every path, npm script, lab tool, command, setting, and symbol in it exists,
 * links resolve, and each kind of document respects its size. Archived records and generated reference pages are
 * skipped.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { labCommands } from '#lab/commands.ts';
import { root } from '#tools/tidy.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'sandbox/*.md', 'lab/*.md'], {
  cwd: root,
  exclude: [
    'docs/decisions/archive/**',
    'docs/reference/{settings,cli,permissions,jobs,invariants,situations}.md',
  ],
}).toSorted();
const wordsIn = (path: string): number => read(path).split(/\s+/).filter(Boolean).length;

/** Everything between backticks, in text and in code blocks. */
const codeIn = (text: string): string[] =>
  [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? '');

const forEachDocument = (find: (text: string, path: string) => string[]): string[] =>
  documents.flatMap((path) => find(read(path), path).map((found) => `${path}: ${found}`));

describe('names in documents', () => {
  test('are links to files and headings that exist', () => {
    const slugs = (text: string): string[] =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s+/g, '-'),
      );
    const broken = forEachDocument((text, path) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => {
          const [file = '', heading] = target.split('#');
          const place = file === '' ? path : join(dirname(path), file);
          if (!existsSync(join(root, place))) return true;
          return heading !== undefined && !slugs(read(place)).includes(heading);
        }),
    );
    expect(broken).toEqual([]);
  });

  test('are paths that exist', () => {
    const folders = ['', 'src', 'src/modules', 'docs', 'sandbox', 'tools', 'test'];
    const isPath = (name: string): boolean =>
      /^[\w.-]+(\/[\w.{}*-]+)+$/.test(name) && /^[a-z.]/.test(name) && !name.startsWith('node_modules/');
    const files = /^(?:[\w-]+\/)+[\w.*-]+\.(ts|tsx|js|md|json|yaml|sql|sh|vcl|css|webp)$/;
    const repositoryPath = /^(src|docs|test|e2e|tools|db|deploy|sandbox|lab|public)\//;
    const missing = forEachDocument((text) =>
      codeIn(text)
        .flatMap((code) => code.split(/[\s'"(),]+/))
        .filter((name) => isPath(name) && (files.test(name) || repositoryPath.test(name)))
        // How-tos name files that their readers create.
        .filter(
          (name) =>
            !/(_company_fax\.sql|\/cart-deleted\.ts|\/cart-list\.tsx?|\/expiry\.test\.ts)$/.test(name),
        )
        .filter((name) => !folders.some((folder) => globSync(join(folder, name), { cwd: root }).length > 0)),
    );
    expect(missing).toEqual([]);
  });

  test('are npm scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const unknown = forEachDocument((text) =>
      codeIn(text)
        .flatMap((code) => [...code.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name))
        .filter((name) => !(name in scripts) && !['ci', 'install', 'run'].includes(name)),
    );
    expect(unknown).toEqual([]);
  });

  test('are tools of the lab', () => {
    const unknown = forEachDocument((text) =>
      codeIn(text)
        .flatMap((code) => [...code.matchAll(/npm run lab -- ([\w:-]+)/g)].map(([, name = '']) => name))
        .filter((name) => name !== 'NAME' && !Object.hasOwn(labCommands, name)),
    );
    expect(unknown).toEqual([]);
  });

  test('are commands of the terminal', () => {
    const help = globSync('tools/{admin*,pass-time}.ts', { cwd: root }).map(read).join('\n');
    const unknown = forEachDocument((text) =>
      codeIn(text)
        .flatMap((code) =>
          [...code.matchAll(/(?:admin(?:\.ts)?(?: --)?|stateside-admin) ([a-z][a-z-]+)/g)].map(
            ([, name = '']) => name,
          ),
        )
        .filter(
          (name) => !new RegExp(`^\\s*'?${name}'?(:| )|command === '${name}'|  ${name}`, 'm').test(help),
        ),
    );
    expect(unknown).toEqual([]);
  });

  test('are settings that the shop reads', () => {
    const sources = globSync(
      ['src/**/*.ts', 'tools/**/*.{ts,js}', 'deploy/**/*', 'test/**/*.ts', 'lab/**/*.ts', 'sandbox/*.ts'],
      {
        cwd: root,
      },
    )
      .filter((path) => /\.\w+$/.test(path))
      .map(read)
      .join('\n');
    const unknown = forEachDocument((text) =>
      codeIn(text)
        .flatMap((code) => code.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [])
        .filter((name) => !name.startsWith('OTEL_') && !sources.includes(name)),
    );
    expect(unknown).toEqual([]);
  });

  test('are symbols of the code', () => {
    const sources = globSync(
      ['src/**/*.{ts,tsx}', 'test/*.ts', '{tools,lab}/**/*.ts', 'e2e/*.ts', 'sandbox/**/*.ts'],
      { cwd: root },
    )
      .map(read)
      .join('\n');
    const unknown = forEachDocument((text) =>
      codeIn(text)
        .filter(
          (code) =>
            /^[a-z]+(?:[A-Z][a-z]+)+(?:\(\))?$/.test(code) || /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(code),
        )
        .map((code) => code.replace('()', ''))
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(sources)),
    );
    // STYLE.md shows a good name that the code does not use yet.
    expect(unknown.filter((found) => found !== 'STYLE.md: rebuildOrderFromPayment')).toEqual([]);
  });
});

describe('sizes', () => {
  test('of the README: 350 to 450 words', () => {
    expect(wordsIn('README.md')).toBeGreaterThanOrEqual(350);
    expect(wordsIn('README.md')).toBeLessThanOrEqual(450);
  });

  test('of the architecture: at most 1,200 words', () => {
    expect(wordsIn('docs/architecture.md')).toBeLessThanOrEqual(1_200);
  });

  test('of all hand-written prose: at most 25,000 words', () => {
    expect(documents.reduce((sum, path) => sum + wordsIn(path), 0)).toBeLessThanOrEqual(25_000);
  });

  test('of pictures: at most twelve', () => {
    expect(globSync('docs/screens/*', { cwd: root }).length).toBeLessThanOrEqual(12);
  });
});
