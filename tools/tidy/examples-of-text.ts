/**
 * Small files that break the rules about length, openings, words and classes, and their innocent look-alikes.
 * Offending words are glued together, so that this file keeps the rules that it shows.
 */
import type { Examples } from '#tools/tidy/examples-of-code.ts';

const glue = (...halves: string[]): string => halves.join('');
const long = (lines: number): string => Array.from({ length: lines }, (_, index) => `  use(${index});`).join('\n');

const record = (status: string, parts = ['Context', 'Decision', 'Consequences', 'Alternatives']): string =>
  `\0# 0007 A matter\n\nStatus: ${status}\n\n${parts.map((part) => `**${part}.** So.`).join('\n\n')}\n`;

export const examplesOfText = {
  recordForm: {
    wrong: [
      {
        path: 'docs/decisions/matter.md',
        text: record('accepted, 2026-11-21 · Area: web'),
        says: 'a decision record is named by a number of four digits and its matter',
      },
      {
        path: 'docs/decisions/0008-a-matter.md',
        text: record('accepted, 2026-11-21 · Area: web'),
        says: 'does not begin with "# 0008 " and what is decided',
      },
      {
        path: 'docs/decisions/0007-a-matter.md',
        text: record('accepted · Area: web'),
        says: 'the third line does not say "Status: accepted, <date> · Area: <area>", or what replaced the record',
      },
      {
        path: 'docs/decisions/0007-a-matter.md',
        text: record('accepted, 2026-11-21 · Area: web', ['Context', 'Decision', 'Consequences']),
        says: 'has not the parts Context, Decision, Consequences, Alternatives, each once and in this order',
      },
    ],
    right: [
      { path: 'docs/decisions/0007-a-matter.md', text: record('accepted, 2026-11-21 · Area: web · Replaces: 0003, 0004 in part') },
      { path: 'docs/decisions/0007-a-matter.md', text: record('accepted, 2026-11-21; replaced in part by 0009 (fonts) · Area: web') },
      { path: 'docs/decisions/0007-a-matter.md', text: record('replaced by 0008, 2026-11-24 · Area: web, credit') },
    ],
  },
  fileLength: {
    wrong: [{ path: 'src/server/long.ts', text: long(300), says: '301 lines; a file has at most 300' }],
    right: [{ path: 'src/server/fits.ts', text: long(299) }],
  },
  functionLength: {
    wrong: [
      { path: 'src/server/long.ts', text: `function go() {\n${long(69)}\n}`, says: 'line 2: a function of 71 lines; it has at most 70' },
    ],
    right: [
      { path: 'src/server/fits.ts', text: `function go() {\n${long(68)}\n}` },
      { path: 'src/server/chapter.test.ts', text: `describe('a chapter', () => {\n${long(90)}\n});` },
    ],
  },
  opening: {
    wrong: [
      { path: 'src/server/bare.ts', text: '\0const a = 1;', says: 'does not open with a comment that says what lives here' },
      { path: 'db/migrations/0009_bare.sql', text: '\0create table a ();', says: 'does not open with a comment that says what lives here' },
    ],
    right: [{ path: 'db/migrations/0009_told.sql', text: '-- Why this is here.\ncreate table a ();' }],
  },
  bannedWords: {
    wrong: [
      { path: 'src/server/a.ts', text: glue('// TO', 'DO later'), says: glue('line 2 says "TO', 'DO"') },
      { path: 'src/server/a.ts', text: glue('// @ts-ig', 'nore'), says: glue('line 2 says "@ts-ig', 'nore"') },
      { path: 'src/server/a.test.ts', text: glue('test.sk', "ip('a', run);"), says: glue('line 2 says ".sk', 'ip("') },
      { path: 'src/server/a.test.ts', text: glue('test.on', "ly('a', run);"), says: glue('line 2 says ".on', 'ly("') },
      { path: 'e2e/a.spec.ts', text: glue('await page.waitFor', 'Timeout(500);'), says: glue('line 2 says "waitFor', 'Timeout("') },
      { path: 'docs/a.md', text: glue('Lorem ip', 'sum'), says: glue('line 2 says "Lorem ip', 'sum"') },
      { path: 'docs/a.md', text: glue('Written by an AI as', 'sistant'), says: glue('line 2 says "AI as', 'sistant"') },
      { path: 'docs/a.md', text: glue('see /wo', 'rk/main'), says: glue('line 2 says "/wo', 'rk/"') },
      { path: 'package.json', text: glue('"https://registry.np', 'mjs.org/a"'), says: glue('line 2 says "registry.np', 'mjs.org"') },
    ],
    right: [{ path: 'docs/a.md', text: 'A clone under a home directory keeps the session; there is nothing to do.' }],
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
      { path: 'src/web/styles/bad.css', text: 'a { margin-left: 1rem }', says: 'margin-left names a physical side; use start and end' },
      { path: 'src/web/styles/bad.css', text: 'a { right: 0; }', says: 'right names a physical side; use start and end' },
      { path: 'src/web/ui/bad.tsx', text: "const a = 'text-left';", says: 'text-left names a physical side; use start and end' },
    ],
    right: [
      { path: 'src/web/ui/good.tsx', text: 'const a = <p className="ps-4 -ms-2 start-0 text-start">The left-hand side</p>;' },
      { path: 'src/web/styles/good.css', text: 'a { inset-inline-start: 0; margin-inline-end: 1rem; transform-origin: left top; }' },
      { path: 'src/web/ui/good.tsx', text: "const a = 'placeholder-ink leading-6';" },
    ],
  },
} satisfies Record<string, Examples>;
