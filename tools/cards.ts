/**
 * Generates the preview cards that other sites show for our pages, 1200 by 630 px, during the build. There is
 * one for each public page (title, description, and a drawing), for each product drawing, and for each post
 * cover.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import * as fontkit from 'fontkit';
import { site } from '#content/site.ts';

export type Card = { title: string; description: string };

const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier));
const fonts = {
  title: fileOf('@expo-google-fonts/bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf'),
  text: fileOf('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
};

const ink = '#0c2b30';
const paper = '#fbf7ee';
const accent = '#d9482b';
const credit = '#3a8577';
const sand = '#f1e6d0';

/**
 * Writes `cards/<page>.png` for each page and `cards/products/<drawing>.png` for each product drawing into
 * the folder of built files. Each post cover also gets a PNG next to it.
 */
export async function drawCards(folder: string, pages: ReadonlyMap<string, Card>): Promise<void> {
  await initWasm(readFileSync(fileOf('@resvg/resvg-wasm/index_bg.wasm')));
  mkdirSync(join(folder, 'cards'), { recursive: true });
  for (const [path, card] of pages)
    writeFileSync(join(folder, 'cards', `${path === '/' ? 'home' : path.slice(1)}.png`), draw(svgOf(card)));
  mkdirSync(join(folder, 'cards/products'), { recursive: true });
  const drawings = join(folder, 'products');
  for (const name of readdirSync(drawings).filter((each) => each.endsWith('.svg')))
    writeFileSync(
      join(folder, 'cards/products', name.replace(/svg$/, 'png')),
      draw(productCard(readFileSync(join(drawings, name), 'utf8'))),
    );
  const covers = join(folder, 'blog');
  for (const name of readdirSync(covers).filter((each) => each.endsWith('.svg')))
    writeFileSync(join(covers, name.replace(/svg$/, 'png')), draw(readFileSync(join(covers, name), 'utf8')));
}

function draw(svg: string): Uint8Array {
  const fontBuffers = Object.values(fonts).map((file) => readFileSync(file));
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: 1_200 }, font: { fontBuffers } });
  const picture = drawing.render();
  const png = picture.asPng();
  picture.free();
  drawing.free();
  return png;
}

const [titleSize, textSize, width] = [60, 27, 600];

function svgOf({ title, description }: Card): string {
  const titleLines = wrap(title, fonts.title, titleSize);
  const below = 190 + titleLines.length * titleSize * 1.14;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
<path fill="${paper}" d="M0 0h1200v630H0z"/>
<clipPath id="window"><path d="M740 0h460v618H740z"/></clipPath><g clip-path="url(#window)">${route}</g>
${mark(72, 64)}
${line(site.name, 134, 103, 34, 'Bricolage Grotesque', ink)}
${titleLines.map((text, index) => line(text, 72, 190 + (index * 1.14 + 0.6) * titleSize, titleSize, 'Bricolage Grotesque', ink)).join('')}
${wrap(description, fonts.text, textSize)
  .map((text, index) => line(text, 72, below + 26 + index * 38, textSize, 'Instrument Sans', '#3b5356'))
  .join('')}
<path fill="${accent}" d="M0 618h1200v12H0z"/>
</svg>`;
}

/** Contains no product name or price, because the operator may change them. */
const productCard = (
  drawing: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
<path fill="${paper}" d="M0 0h1200v630H0z"/>
${drawing.replace('<svg ', '<svg x="376" y="0" width="824" height="618" preserveAspectRatio="xMidYMid slice" ')}
${mark(72, 64)}
${line(site.name, 134, 103, 34, 'Bricolage Grotesque', ink)}
${wrap(site.tagline, fonts.text, textSize, 270)
  .map((text, index) => line(text, 72, 190 + index * 38, textSize, 'Instrument Sans', '#3b5356'))
  .join('')}
<path fill="${accent}" d="M0 618h1200v12H0z"/>
</svg>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const line = (text: string, x: number, y: number, size: number, family: string, color: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="${family}" font-weight="${family === 'Instrument Sans' ? 400 : 600}" fill="${color}">${escaped(text)}</text>`;

/** Wraps at word boundaries. A word wider than the line gets its own line. */
function wrap(text: string, file: string, size: number, most = width): string[] {
  const font = fontkit.openSync(file) as fontkit.Font;
  const isFit = (words: string): boolean =>
    (font.layout(words).advanceWidth / font.unitsPerEm) * size <= most;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && isFit(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const mark = (
  x: number,
  y: number,
): string => `<g transform="translate(${x} ${y}) scale(1.5)" stroke-linecap="round">
<rect width="32" height="32" rx="7.5" fill="${ink}"/>
<path d="M9 23.8h9.6a3.9 3.9 0 0 0 0-7.8h-5.2a3.9 3.9 0 0 1 0-7.8h7.6" stroke="${paper}" stroke-width="3.2"/>
<circle cx="8.6" cy="23.8" r="2.7" fill="${ink}" stroke="${paper}" stroke-width="2.2"/><circle cx="23.2" cy="8.2" r="4" fill="${accent}"/></g>`;

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
