/**
 * Drawings from Illustrator, Inkscape and Figma: they render unchanged, or the upload is rejected with
 * advice.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hostileDrawings } from '#test/picture-corpus.ts';
import { readDrawing } from './read-drawing.ts';

const around = (inner: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" ${attributes}>${inner}</svg>`;
const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/svg/${name}.svg`, import.meta.url), 'utf8');
const read = (text: string): string => readDrawing(Buffer.from(text)).svg;
const pixelsOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 200 }).ensureAlpha().raw().toBuffer();

const drawn: Record<string, string> = {
  'a style sheet with classes': fixture('style-element'),
  'style attributes': fixture('style-attribute'),
  'entities and prefixed names': fixture('doctype-and-prefix'),
  'a file of Illustrator': fixture('illustrator'),
  'a file of Inkscape': fixture('inkscape'),
  'a file of Figma': fixture('figma'),
  'rules that override each other': around(
    '<style>rect{fill:red}.a{fill:#0a0}#b{fill:#00f}g .c{fill:#ff0}.d{fill:#0ff!important}*{stroke:#000}</style>' +
      '<rect width="8" height="9"/><rect class="a" x="8" width="8" height="9" fill="#fff"/><rect class="a" id="b" x="16" width="8" height="9"/>' +
      '<g><rect class="c a" x="24" width="8" height="9"/></g><rect class="d" style="fill:#f0f" x="32" width="8" height="9"/>',
  ),
  'a link in a drawing': around(
    '<a xlink:href="https://evil.example/"><rect width="9" height="9" fill="#0a0"/></a>',
  ),
  'a marker': around(
    '<defs><marker id="m" markerWidth="4" markerHeight="4"><path d="M0 0L4 2L0 4" fill="#f00"/></marker></defs><path d="M1 1H30" style="stroke:#000;marker:url(#m)"/>',
  ),
};

test.each(Object.entries(drawn))('%s: renders as drawn', async (_name, text) => {
  const clean = read(text);
  expect(clean).not.toMatch(/style|class=|xlink|<!|\w:\w+=/);
  const [before, after] = [await pixelsOf(text), await pixelsOf(clean)];
  expect(before.some((byte) => byte !== 0)).toBe(true);
  expect(after.equals(before)).toBe(true);
});

test('a style sheet for screens applies, one for print does not', () => {
  const text = around(
    '<style>@media screen{rect{fill:#0a0}}@media print{rect{fill:red}}</style><rect width="9" height="9"/>',
  );
  expect(read(text)).toContain('<rect width="9" height="9" fill="#0a0"></rect>');
});

test.each([
  ['an embedded picture', fixture('embedded-picture'), /contains a picture.*upload that picture itself/],
  ['a linked picture', around('<image href="https://evil.example/x.png"/>'), /contains a picture/],
  [
    'a filter that loads a picture',
    around('<filter id="f"><feImage href="#a"/></filter>'),
    /contains a picture/,
  ],
  [
    'a text box',
    around('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'),
    /contains HTML text/,
  ],
  ['an animation', around('<rect><animate attributeName="x"/></rect>'), /is animated/],
  [
    'a blend mode',
    around('<g style="mix-blend-mode:multiply"/>'),
    /uses mix-blend-mode: multiply.*presentation attributes/,
  ],
  ['a variable', around('<style>:root{--a:red}rect{fill:var(--a)}</style><rect/>'), /uses fill: var\(--a\)/],
  [
    'an embedded font',
    around('<style>@font-face{font-family:a;src:url(data:font/woff2,)}</style>'),
    /has an embedded font/,
  ],
  [
    'colors for the dark',
    around('<style>@media (prefers-color-scheme:dark){rect{fill:red}}</style><rect/>'),
    /uses @media/,
  ],
  ['a mesh', around('<meshgradient id="a"/>'), /an unsupported part: meshgradient/],
  [
    'entities of entities',
    '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
    /document type that cannot be read/,
  ],
  [
    'an entity from elsewhere',
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
    /document type that cannot be read/,
  ],
  ['an unknown entity', '<!DOCTYPE svg []><svg>&a;</svg>', /document type that cannot be read/],
  [
    'uses of uses',
    around(
      `<g id="a0"><path/></g>${Array.from({ length: 40 }, (_, at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`).join('')}`,
    ),
    /repeats its parts/,
  ],
  ['too many groups', around('<g>'.repeat(90) + '</g>'.repeat(90)), /more than 60 nested groups/],
])('%s is rejected with advice', (_name, text, message) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: 'picture_broken', message: expect.stringMatching(message) }),
  );
});

test.each(hostileDrawings)('%#: nothing of a hostile drawing runs or fetches', (drawing) => {
  let clean = '';
  try {
    clean = read(drawing);
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^picture_(broken|type)$/) });
    return;
  }
  const tags = [...clean.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join('\n');
  expect(tags).not.toMatch(
    /<(?:\w+:)?(script|foreignObject|iframe|image|a|style|set|animate|handler|feImage|audio|video)\b/i,
  );
  expect(tags).not.toMatch(/javascript:|data:|evil\.example|\\/i);
  expect(tags.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|style=|xlink|\w:\w/i);
});
