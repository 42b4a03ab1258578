/** Content that slows down a parser. Each pattern is as large as the endpoint accepts. */
import { zipSync } from 'fflate';
import { aPng } from './picture-corpus.ts';

const repeated = (pattern: string, bytes: number): string =>
  pattern.repeat(Math.ceil(bytes / pattern.length)).slice(0, bytes);

const markdown = [
  ...[
    'a**b',
    '- ',
    '>',
    '> > - ',
    'a\n=\n',
    '*a _',
    '**',
    '_a_',
    '`',
    '``a`',
    '![[',
    '[a](',
    '[a]: b\n',
    '[a][',
    '<a',
    '<!--',
    '&#35;',
    '&',
  ],
  ...[
    '|a',
    '|-|\n',
    '|a|b|\n|-|-|\n',
    '1. ',
    '  - a\n',
    '\t',
    '~~a',
    '\\',
    '<p><b>',
    '```\n',
    '- [ ] a\n',
    'http://a',
    'a@b.',
    '# a\n',
    '\n> ',
  ],
];
const html = [
  ...[
    '<p><b>',
    '<a ',
    '<a href="',
    '<i>',
    '<ul><li>',
    '<td>',
    '<table><tr>',
    '<blockquote>',
    '<h2></h2>',
    '<br>',
    '</p>',
    '<!--',
    '<!-- -->',
  ],
  ...[
    '<![CDATA[',
    '&amp',
    '&#x',
    '<svg><g>',
    '<p title=',
    "<img alt='",
    '<p a="b" ',
    '<pre>',
    '<x-y>',
    '<h2 dir="rtl">a',
    '<p\0>',
    '\u202e<b>',
    '<?',
  ],
];
const svg = [
  ...[
    '<g>',
    '<svg>',
    '<!-- -->',
    '<!--',
    '<a ',
    '<text>a',
    '<g id="a">',
    '<use href="#a"/>',
    '<path d="M0 0"/>',
    '&amp;',
    '<![CDATA[',
    '<?x ?>',
  ],
  ...[
    '<g fill="url(#a)">',
    '<style>',
    '<style>.a{fill:red}</style>',
    '<g class="a b c">',
    '<g style="fill:red;">',
    '<defs>',
    '<!DOCTYPE svg>',
    ' ',
  ],
];
const csv = ['"', '""', ',', '\n', 'a,', 'a,b\n', '"a\n', "'=", '\r', ';', '\t', '"a""', '\u00a0', '","'];

const svgHead = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
const largestPost = { md: 99_000, html: 390_000 };
const largestDrawing = 499_000;
const largestTable = 1_990_000;

export type HostileFile = { name: string; bytes: Uint8Array };

const named = (
  names: readonly string[],
  of: (pattern: string) => HostileFile['bytes'],
  ending: string,
): HostileFile[] =>
  names.map((pattern) => ({ name: `${JSON.stringify(pattern).slice(1, 30)}${ending}`, bytes: of(pattern) }));

const postOf = (text: string): Uint8Array => Buffer.from(`---\ntitle: Hostile\n---\n${text}`);
const pageOf = (text: string): Uint8Array => Buffer.from(`<!--\ntitle: Hostile\n-->\n${text}`);

/** Forty of the slowest files in one ZIP, which is small but exceeds every time limit. */
const zipOfSlow = zipSync(
  Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `${at}.md`,
      postOf(repeated(['a**b', '- ', 'a\n=\n'][at % 3] ?? '', largestPost.md)),
    ]),
  ),
);
const zipOfMany = zipSync(
  Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`.${at}`, new Uint8Array(0)])),
  { level: 0 },
);
const zipOfLarge = zipSync(
  Object.fromEntries(
    Array.from({ length: 48 }, (_, at) => [`p${at}.html`, pageOf(`<p>${'é'.repeat(195_000)}</p>`)]),
  ),
);

export const hostilePosts: HostileFile[] = [
  ...named(markdown, (pattern) => postOf(repeated(pattern, largestPost.md)), '.md'),
  ...named(html, (pattern) => pageOf(repeated(pattern, largestPost.html)), '.html'),
  { name: '2,000 quotes.md', bytes: postOf('>'.repeat(2_000)) },
  { name: 'long head.md', bytes: Buffer.from(`---\n${'title: a\n'.repeat(150_000)}---\na`) },
  { name: 'endless head.md', bytes: Buffer.from(`---\n${'--- \n'.repeat(200_000)}`) },
  { name: 'tags.md', bytes: Buffer.from(`---\ntitle: a\ntags: [${'"a",'.repeat(300_000)}\n---\na`) },
  { name: 'slow.zip', bytes: zipOfSlow },
  { name: 'many.zip', bytes: zipOfMany.subarray(0, 1_990_000) },
  { name: 'large.zip', bytes: zipOfLarge },
  { name: 'bomb.zip', bytes: zipSync({ 'a.md': new Uint8Array(300_000_000) }) },
  { name: 'noise.zip', bytes: Buffer.from(`PK\u0003\u0004${'PK\u0003\u0004'.repeat(400_000)}`) },
];

export const hostileDrawings: HostileFile[] = [
  ...named(svg, (pattern) => Buffer.from(svgHead + repeated(pattern, largestDrawing - 100)), '.svg'),
  ...named(
    svg,
    (pattern) => Buffer.from(`${repeated(pattern, largestDrawing - 100)}${svgHead}</svg>`),
    ' before.svg',
  ),
  { name: 'path.svg', bytes: Buffer.from(`${svgHead}<path d="${repeated('M0 0L1 1', 490_000)}"/></svg>`) },
  {
    name: 'balanced.svg',
    bytes: Buffer.from(`${svgHead}${'<g>'.repeat(70_000)}${'</g>'.repeat(70_000)}</svg>`),
  },
  { name: 'comments.svg', bytes: Buffer.from(`${'<!---->'.repeat(60)}x`) },
  {
    name: 'use bomb.svg',
    bytes: Buffer.from(
      `${svgHead}<g id="a0"><path d="M0 0"/></g>${Array.from(
        { length: 40 },
        (_, at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`,
      ).join('')}</svg>`,
    ),
  },
  {
    name: 'entities.svg',
    bytes: Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`).join('')}]>${svgHead}<text>&a30;</text></svg>`,
    ),
  },
];

export const hostilePictures: HostileFile[] = [
  { name: 'huge.png', bytes: aPng(100_000, 100_000, { rows: 1 }) },
  { name: 'wide.png', bytes: aPng(15_999, 2_500, { rows: 1 }) },
  {
    name: 'noise.jpg',
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9_000_000, 0xff)]),
  },
  { name: 'noise.gif', bytes: Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(9_000_000, 0x2c)]) },
  {
    name: 'noise.avif',
    bytes: Buffer.concat([Buffer.from('\0\0\0\x1cftypavif', 'latin1'), Buffer.alloc(9_000_000, 1)]),
  },
  {
    name: 'noise.webp',
    bytes: Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'), Buffer.alloc(9_000_000, 7)]),
  },
  { name: 'text', bytes: Buffer.alloc(9_999_999, '<!-- ') },
];

/** `head` names the columns of the target table. */
export const hostileTables = (head: string): HostileFile[] => [
  ...named(csv, (pattern) => Buffer.from(`${head}\n${repeated(pattern, largestTable)}`), '.csv'),
  ...named(csv, (pattern) => Buffer.from(repeated(pattern, largestTable)), ' alone.csv'),
  { name: 'one cell.csv', bytes: Buffer.from(`${head}\n"${repeated('a,"",\n', largestTable)}"`) },
  {
    name: 'long cells.csv',
    bytes: Buffer.from(
      [head, ...Array.from({ length: 1_900 }, () => head.replace(/[^,]+/g, '9'.repeat(100)))].join('\n'),
    ),
  },
  { name: 'separators.csv', bytes: Buffer.from(`sep=,\n${repeated(';,\t', largestTable)}`) },
];

/** Body text as the editor saves it, at most 80,000 characters. */
export const hostileBodies: string[] = [
  ...html,
  '<h2>a</h2>',
  '<p>a</p>',
  '&lt;',
  '<a href="/',
  '<h2 dir="rtl">a</h2>',
].map((pattern) => repeated(pattern.replaceAll('\0', ''), 79_000));

/** JSON as large as a form accepts. */
export const hostileJson: string[] = [
  ...['[', '{"a":', '[[', '"'].map((pattern) => repeated(pattern, 99_000)),
  `${'['.repeat(49_000)}${']'.repeat(49_000)}`,
  `{"a":${'['.repeat(49_000)}${']'.repeat(49_000)}}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`k${at}`, 1]))),
  JSON.stringify({ title: 'a'.repeat(98_000) }),
  JSON.stringify({ title: ' '.repeat(98_000) }),
  JSON.stringify({ title: `${'\u0301'.repeat(16_000)}` }),
];
