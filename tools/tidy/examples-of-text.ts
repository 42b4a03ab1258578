/**
 * Examples that break the rules about length, openings, words, and classes, and similar text that is allowed.
 * Banned words are concatenated, so that this file passes the rules.
 */
import type { Examples } from '#tools/tidy/examples-of-code.ts';

const glue = (...halves: string[]): string => halves.join('');
const long = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `  use(${index});`).join('\n');

const record = (
  status: string,
  { parts = ['Context', 'Decision', 'Consequences', 'Alternatives'], words = 1 } = {},
): string =>
  `\0# 0007 Allow one matter\n\nStatus: ${status}\n\n${parts.map((part) => `**${part}.** ${'So '.repeat(words)}`).join('\n\n')}\n`;
const accepted = 'accepted, 2026-11-21 · Area: web';

export const examplesOfText = {
  recordForm: {
    wrong: [
      {
        path: 'docs/decisions/matter.md',
        text: record(accepted),
        says: 'a decision record is named by four digits and its decision',
      },
      {
        path: 'docs/decisions/0007-another-matter.md',
        text: record(accepted),
        says: 'the title "0007 Allow one matter" and the file name differ',
      },
      {
        path: 'docs/decisions/0007-allow-one-matter.md',
        text: record('accepted · Area: web'),
        says: 'the third line is not "Status: accepted, <date> · Area: <area>"',
      },
      {
        path: 'docs/decisions/0007-allow-one-matter.md',
        text: record(accepted, { parts: ['Context', 'Decision', 'Consequences'] }),
        says: 'needs the parts Context, Decision, Consequences, Alternatives, each once and in this order',
      },
      {
        path: 'docs/decisions/0007-allow-one-matter.md',
        text: record(accepted, { words: 60 }),
        says: 'has 255 words; a record has at most 250',
      },
    ],
    right: [
      { path: 'docs/decisions/0007-allow-one-matter.md', text: record(accepted, { words: 50 }) },
      { path: 'docs/decisions/archive/0003-a-matter.md', text: '# 0003 A matter of old' },
    ],
  },
  prose: {
    wrong: [
      {
        path: 'docs/a.md',
        text: glue('\0Ask no', 'body.'),
        says: glue('line 1 says "no', 'body"; name the thing instead'),
      },
      {
        path: 'docs/a.md',
        text: glue('\0Rendered a', 'new.'),
        says: glue('line 1 says "a', 'new"; name the thing instead'),
      },
      {
        path: 'docs/a.md',
        text: `\0${'word '.repeat(21)}`,
        says: 'line 1 has 105 columns; Markdown has at most 100',
      },
      {
        path: 'docs/a.md',
        text: `\0| ${'word '.repeat(21)} |`,
        says: 'line 1: a table cell of 21 words; it has at most 20',
      },
      {
        path: 'docs/a.md',
        text: `\0${'to\n'.repeat(31)}`,
        says: 'line 1: a sentence of 31 words; it has at most 30',
      },
      {
        path: 'src/server/a.ts',
        text: glue('\0/** Tells some', 'body. */'),
        says: glue('line 1 says "some', 'body"; name the thing instead'),
      },
      {
        path: 'src/server/a.ts',
        text: `\0// ${'to '.repeat(16)}\n// ${'to '.repeat(15)}`,
        says: 'line 1: a sentence of 31 words; it has at most 30',
      },
      {
        path: 'src/web/a.tsx',
        text: glue('\0/** A. */\nconst a = "Ask no', 'body";'),
        says: glue('line 2 says "no', 'body"; name the thing instead'),
      },
      {
        path: 'src/modules/a.ts',
        text: glue('\0/** A. */\nthrow new Error(`some', 'body else holds it`);'),
        says: glue('line 2 says "some', 'body"; name the thing instead'),
      },
      {
        path: 'src/web/a.tsx',
        text: `\0/** A. */\nconst a = <p>${'to be '.repeat(16)}</p>;`,
        says: 'line 2: a sentence of 32 words; it has at most 30',
      },
      {
        path: 'src/web/a.tsx',
        text: glue('\0/** A. */\nconst a = <p>{/* Shown\n          to every', 'one and no', 'body. */}</p>;'),
        says: glue('line 2 says "no', 'body"; name the thing instead'),
      },
      {
        path: 'deploy/varnish/a.vcl',
        text: glue('\0vcl 4.1;\n  # Answers\n  # no', 'body.\n'),
        says: glue('line 2 says "no', 'body"; name the thing instead'),
      },
      {
        path: 'deploy/image/Dockerfile',
        text: `\0# ${'to '.repeat(16)}\n# ${'to '.repeat(15)}`,
        says: 'line 1: a sentence of 31 words; it has at most 30',
      },
      {
        path: 'db/seeds/posts/a.html',
        text: glue('\0<p>Ask <b>no', 'body</b>.</p>'),
        says: glue('line 1 says "no', 'body"; name the thing instead'),
      },
    ],
    right: [
      { path: 'docs/a.md', text: glue('\0Run `npm run a', 'new`.\n\n```\nno', 'body\n```') },
      { path: 'docs/a.md', text: `\0${'to\n'.repeat(20)}go. ${'on\n'.repeat(20)}` },
      { path: 'docs/decisions/archive/0001-a.md', text: glue('\0Ask no', 'body.') },
      { path: 'src/server/a.ts', text: glue('const some', 'body = 1;') },
      { path: 'src/server/a.test.ts', text: glue('const a = "Ask no', 'body";') },
      { path: 'src/server/a.ts', text: `const a = sql\`select ${'it is, '.repeat(16)}\`;` },
      { path: 'src/server/a.ts', text: `const a = 'select ${'it is, '.repeat(16)} from it';` },
      { path: 'src/server/a.ts', text: `const a = \`${'  name    its meaning\n'.repeat(16)}\`;` },
      {
        path: 'deploy/systemd/a.service',
        text: glue('\0# Needs:\n#   run no', 'body\n[Service]\nUser=no', 'body\n'),
      },
      {
        path: 'src/platform/embedded-postgres/account.ts',
        text: glue('const a = "postgres or no', 'body";'),
      },
    ],
  },
  fileLength: {
    wrong: [{ path: 'src/server/long.ts', text: long(400), says: '401 lines; a file has at most 400' }],
    right: [{ path: 'src/server/fits.ts', text: long(299) }],
  },
  functionLength: {
    wrong: [
      {
        path: 'src/server/long.ts',
        text: `function go() {\n${long(99)}\n}`,
        says: 'line 2: a function of 101 lines; it has at most 100',
      },
    ],
    right: [
      { path: 'src/server/fits.ts', text: `function go() {\n${long(68)}\n}` },
      { path: 'src/server/chapter.test.ts', text: `describe('a chapter', () => {\n${long(90)}\n});` },
    ],
  },
  opening: {
    wrong: [
      {
        path: 'src/server/bare.ts',
        text: '\0const a = 1;',
        says: 'does not open with a comment that says what the file contains',
      },
      {
        path: 'db/migrations/0009_bare.sql',
        text: '\0create table a ();',
        says: 'does not open with a comment that says what the file contains',
      },
    ],
    right: [{ path: 'db/migrations/0009_told.sql', text: '-- Why this is here.\ncreate table a ();' }],
  },
  bannedWords: {
    wrong: [
      { path: 'src/server/a.ts', text: glue('// TO', 'DO later'), says: glue('line 2 says "TO', 'DO"') },
      {
        path: 'src/server/a.ts',
        text: glue('// @ts-ig', 'nore'),
        says: glue('line 2 says "@ts-ig', 'nore"'),
      },
      {
        path: 'src/server/a.test.ts',
        text: glue('test.sk', "ip('a', run);"),
        says: glue('line 2 says ".sk', 'ip("'),
      },
      {
        path: 'src/server/a.test.ts',
        text: glue('test.on', "ly('a', run);"),
        says: glue('line 2 says ".on', 'ly("'),
      },
      {
        path: 'e2e/a.spec.ts',
        text: glue('await page.waitFor', 'Timeout(500);'),
        says: glue('line 2 says "waitFor', 'Timeout("'),
      },
      { path: 'docs/a.md', text: glue('Lorem ip', 'sum'), says: glue('line 2 says "Lorem ip', 'sum"') },
      {
        path: 'docs/a.md',
        text: glue('Written by an AI as', 'sistant'),
        says: glue('line 2 says "AI as', 'sistant"'),
      },
      { path: 'docs/a.md', text: glue('see /wo', 'rk/main'), says: glue('line 2 says "/wo', 'rk/"') },
      {
        path: 'package.json',
        text: glue('"https://registry.np', 'mjs.org/a"'),
        says: glue('line 2 says "registry.np', 'mjs.org"'),
      },
    ],
    right: [
      {
        path: 'docs/a.md',
        text: 'A clone under a home directory keeps the session; there is nothing to do.',
      },
    ],
  },
  noAny: {
    wrong: [{ path: 'src/server/a.ts', text: 'const a = b as any;', says: 'line 2 uses the type any' }],
    right: [{ path: 'src/server/a.ts', text: '// the same as any other\nconst a: unknown = b;' }],
  },
  arbitraryValues: {
    wrong: [
      {
        path: 'src/web/routes/bad.tsx',
        text: 'const a = <p className="mt-[13px]" />;',
        says: 'line 2: mt-[13px] is an arbitrary value; use a token',
      },
      {
        path: 'src/web/routes/bad.tsx',
        text: 'const a = <p className={`md:bg-[#fff]`} />;',
        says: 'line 2: md:bg-[#fff] is an arbitrary value; use a token',
      },
      {
        path: 'src/web/routes/bad.tsx',
        text: "const a = '[mask-type:luminance]';",
        says: 'line 2: [mask-type:luminance] is an arbitrary value; use a token',
      },
    ],
    right: [
      { path: 'src/web/ui/button.tsx', text: 'const a = <p className="mt-[13px]" />;' },
      { path: 'src/web/routes/good.tsx', text: 'const a = <p className="data-[state=open]:mt-2" />;' },
    ],
  },
  physicalSides: {
    wrong: [
      {
        path: 'src/web/ui/bad.tsx',
        text: 'const a = <p className="pl-4" />;',
        says: 'pl-4 names a physical side; use start and end',
      },
      {
        path: 'src/web/ui/bad.tsx',
        text: 'const a = <p className="hover:-ml-2" />;',
        says: 'hover:-ml-2 names a physical side; use start and end',
      },
      {
        path: 'src/web/ui/bad.tsx',
        text: 'const a = <p className="absolute left-0" />;',
        says: 'left-0 names a physical side; use start and end',
      },
      {
        path: 'src/web/styles/bad.css',
        text: 'a { margin-left: 1rem }',
        says: 'margin-left names a physical side; use start and end',
      },
      {
        path: 'src/web/styles/bad.css',
        text: 'a { right: 0; }',
        says: 'right names a physical side; use start and end',
      },
      {
        path: 'src/web/ui/bad.tsx',
        text: "const a = 'text-left';",
        says: 'text-left names a physical side; use start and end',
      },
    ],
    right: [
      {
        path: 'src/web/ui/good.tsx',
        text: 'const a = <p className="ps-4 -ms-2 start-0 text-start">The left-hand side</p>;',
      },
      {
        path: 'src/web/styles/good.css',
        text: 'a { inset-inline-start: 0; margin-inline-end: 1rem; transform-origin: left top; }',
      },
      { path: 'src/web/ui/good.tsx', text: "const a = 'placeholder-ink leading-6';" },
    ],
  },
} satisfies Record<string, Examples>;
