/**
 * The picture that stands for a page on other sites, as an SVG of 1200 by 630: the title in our letters, and beside it the whole cover of
 * a post, the drawing of the page, or else the route that runs through all our drawings. Letters become paths, so whoever draws it needs no font.
 */
import type { Font } from 'opentype.js';
import { site } from '#kernel/site.ts';

export type Card = {
  title: string;
  says: string;
  /** Our own SVG of 1200 by 630, or a photograph as a `data:` address. Null for a page that is no post. */
  cover: string | null;
  /** The large drawing of the page: a part of one of our files. Null for a page that has none. */
  drawing?: PageDrawing | null;
};

export type PageDrawing = { file: string; part: string; width: number; height: number };

const ink = '#0c2b30';
const paper = '#fbf7ee';
const accent = '#d9482b';
const credit = '#3a8577';
const sand = '#f1e6d0';
const line = '#ddd3bf';

const margin = 72;
/** The words beside the route, and beside a cover, which needs its whole shape to be understood. */
const besideRoute = { titleWidth: 600, titleLines: 4, sizes: [68, 60, 52, 44], saysWidth: 600, top: 190 };
const besideCover = { titleWidth: 456, titleLines: 3, sizes: [64, 60, 56, 52, 48], saysWidth: 1_056, top: 204 };

export function layOut(font: Font, { title, says, cover, drawing = null }: Card): string {
  const { titleWidth, titleLines, sizes, saysWidth, top } = cover === null ? besideRoute : besideCover;
  const large = sizes.find((size) => wrap(font, title, size, titleWidth).length <= titleLines) ?? 44;
  const lines = wrap(font, title, large, titleWidth).slice(0, 5);
  const below = cover === null ? top + lines.length * large * 1.14 : place.y + place.height + 24;
  const shown = firstLines(wrap(font, says, 27, saysWidth), Math.max(0, Math.floor((588 - below) / 38)));
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
<path fill="${paper}" d="M0 0h1200v630H0z"/>
${cover === null ? `${frame}<g clip-path="url(#window)">${drawing === null ? route : drawn(font, drawing)}</g>` : framed(cover)}
${mark(margin, 64)}
${path(font, site.name, margin + 62, 103, 34, ink)}
${lines.map((line, index) => path(font, line, margin, top + index * large * 1.14 + large * 0.6, large, ink)).join('')}
${shown.map((line, index) => path(font, line, margin, below + 26 + index * 38, 27, '#3b5356')).join('')}
<path fill="${accent}" d="M0 618h1200v12H0z"/>
</svg>`;
}

/** All lines, or as many as there is room for with an ellipsis after the last whole word. One line alone would say too little. */
function firstLines(lines: string[], room: number): string[] {
  if (lines.length <= room) return lines;
  if (room < 2) return [];
  const last = (lines[room - 1] ?? '').split(' ').slice(0, -1).join(' ');
  return [...lines.slice(0, room - 1), `${last.replace(/[\s,;:.–-]+$/, '')}…`];
}

const path = (font: Font, text: string, x: number, y: number, size: number, colour: string): string =>
  `<path fill="${colour}" d="${font.getPath(text, x, y, size).toPathData(1)}"/>`;

/** Whole words; a word that is wider than the line has the line to itself. */
export function wrap(font: Pick<Font, 'getAdvanceWidth'>, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && font.getAdvanceWidth(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const mark = (x: number, y: number): string => `<g transform="translate(${x} ${y}) scale(1.5)" stroke-linecap="round">
<rect width="32" height="32" rx="7.5" fill="${ink}"/>
<path d="M9 23.8h9.6a3.9 3.9 0 0 0 0-7.8h-5.2a3.9 3.9 0 0 1 0-7.8h7.6" stroke="${paper}" stroke-width="3.2"/>
<circle cx="8.6" cy="23.8" r="2.7" fill="${ink}" stroke="${paper}" stroke-width="2.2"/><circle cx="23.2" cy="8.2" r="4" fill="${accent}"/></g>`;

const frame = '<clipPath id="window"><path d="M740 0h460v618H740z"/></clipPath>';

/** Where a cover stands, in the shape that all covers have. */
const place = { x: 560, y: 152, width: 568, height: 298 };

/** The whole of a cover, made smaller: a part of it would show a thing that nobody recognises. */
function framed(cover: string): string {
  const { x, y, width, height } = place;
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" rx="18"`;
  const inner = /^\s*<svg([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(cover);
  const check = (inner?.[1] ?? '').replace(/\s(?:xmlns(?::\w+)?|viewBox|width|height|role|aria-\w+)="[^"]*"/g, '');
  const shown = inner
    ? `<g transform="translate(${x} ${y}) scale(${width / 1_200})"><g${check}>${inner[2]}</g></g>`
    : `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" xlink:href="${cover}"/>`;
  return `<clipPath id="place"><rect ${box}/></clipPath><rect ${box} fill="${sand}"/><g clip-path="url(#place)">${shown}</g>
<rect ${box} stroke="${line}" stroke-width="2"/>`;
}

/** The light theme: a card has no other. */
const tokens: Readonly<Record<string, string>> = {
  ink: '#0f2a2e',
  muted: '#3a5053',
  paper,
  surface: '#fffdf8',
  sunk: '#f3ecdc',
  accent,
  'on-accent': '#ffffff',
  credit,
};

/** Where the drawing of a page stands: all of it, with air around it. */
const stage = { x: 750, y: 40, width: 440, height: 538 };

/** The drawing of the page in the card's colours, with its letters as paths. */
function drawn(font: Font, { file, part, width, height }: PageDrawing): string {
  const scale = Math.min(stage.width / width, stage.height / height);
  const x = stage.x + (stage.width - width * scale) / 2;
  const y = stage.y + (stage.height - height * scale) / 2;
  const strokes = partOf(file, part)
    .replace(/var\(--([a-z-]+)\)/g, (_, name: string) => tokens[name] ?? ink)
    .replace(/<text([^>]*)>([^<]*)<\/text>/g, (_, check: string, text: string) => withTitle(font, check, text));
  return `<path fill="${sand}" d="M740 0h460v630H740z"/><g transform="translate(${x} ${y}) scale(${scale})">${strokes}</g>`;
}

function withTitle(font: Font, check: string, text: string): string {
  const of = (name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(check)?.[1];
  const size = Number(of('font-size') ?? 16);
  const before = of('text-anchor') === 'middle' ? font.getAdvanceWidth(text, size) / 2 : 0;
  return path(font, text, Number(of('x') ?? 0) - before, Number(of('y') ?? 0), size, of('fill') ?? ink).replace(
    '<path',
    '<path stroke="none"',
  );
}

/** The group of that name with all that is in it. Throws when the file has none: a page then shows nothing either. */
function partOf(file: string, part: string): string {
  const start = file.indexOf(`<g id="${part}"`);
  if (start === -1) throw new Error(`no drawing is called ${part}`);
  let depth = 0;
  for (const { 0: tag, index } of file.slice(start).matchAll(/<\/?g\b[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return file.slice(start, start + index + tag.length);
  }
  throw new Error(`the drawing ${part} has no end`);
}

/** A journey from a small globe to a storefront. */
const route = `<path fill="${sand}" d="M740 0h460v630H740z"/>
<circle cx="1010" cy="250" r="170" fill="#e3ddc8"/>
<g stroke="${ink}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<circle cx="850" cy="470" r="74" fill="#fffdf8"/><path d="M850 396v148M776 470h148M786 432h128M786 508h128" stroke="${credit}" stroke-width="4"/><ellipse cx="850" cy="470" rx="36" ry="74" stroke="${credit}" stroke-width="4"/><circle cx="850" cy="470" r="74"/>
<path d="M866 392C876 250 930 180 1010 196" stroke="${accent}" stroke-dasharray="0 14"/>
<path d="M960 330h190v200H960z" fill="#fffdf8"/><path d="M946 300h218v34H946z" fill="${credit}"/>
<path d="M946 334h44v34a22 15 0 0 1-44 0zM1033 334h44v34a22 15 0 0 1-44 0zM1120 334h44v34a22 15 0 0 1-44 0z" fill="${accent}"/>
<path d="M990 334h43v34a22 15 0 0 1-43 0zM1077 334h43v34a22 15 0 0 1-43 0z" fill="#fffdf8"/>
<path d="M980 420h54v110h-54z" fill="${credit}"/><path d="M1056 420h76v60h-76z"/><path d="M900 530h300"/>
<path d="M1030 262c-22-28-36-45-36-66a36 36 0 0 1 72 0c0 21-14 38-36 66z" fill="${accent}"/><circle cx="1030" cy="196" r="13" fill="#fffdf8"/></g>`;
