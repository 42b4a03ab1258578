/**
 * A page of a printed invoice: its measures, its colors, and drawing on it. Independent of what an invoice
 * contains.
 */
import PDFDocument from 'pdfkit';
import { directionFeatures } from './pdf-direction.ts';
import type { Faces } from './pdf-fonts.ts';

/** The light theme of the site, on white. */
export const colors = {
  ink: '#0f2a2e',
  muted: '#3a5053',
  sunk: '#f6f0e3',
  line: '#ddd3bf',
  accent: '#bf3c1e',
  ok: { text: '#1d6b42', ground: '#e0eedd' },
  warn: { text: '#7a5200', ground: '#f9ecc9' },
  quiet: { text: '#3a5053', ground: '#f3ecdc' },
} as const;

export type Sheet = {
  doc: PDFKit.PDFDocument;
  /** Repeated at the top of the following pages. */
  title: string;
  left: number;
  right: number;
  width: number;
  /** The y position of the next block, and where the footer starts. */
  y: number;
  bottom: number;
};

const margin = 54;
const footHeight = 46;

export type Paper = 'A4' | 'LETTER';
export type DocumentInfo = { title: string; author: string; madeAt: Date };

export function aSheet(faces: Faces, paper: Paper, { title, author, madeAt }: DocumentInfo): Sheet {
  const doc = new PDFDocument({
    // Do not use PDFKit's built-in fonts: it would read the widths of one for each document.
    font: '',
    size: paper,
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt },
  });
  // PDFKit accepts fonts that are already loaded, but its types do not say so.
  for (const [name, font] of Object.entries(faces)) doc.registerFont(name, font as unknown as Buffer);
  const { width, height } = doc.page;
  return {
    doc,
    title,
    left: margin,
    right: width - margin,
    width: width - 2 * margin,
    y: margin,
    bottom: height - margin - footHeight,
  };
}

export type Style = {
  x?: number;
  y?: number;
  width?: number;
  size?: number;
  face?: keyof Faces;
  color?: string;
  align?: 'left' | 'right' | 'center';
  /** Use tabular figures for numbers in columns. */
  isMoney?: boolean;
  spacing?: number;
};

/** Writes the text, wrapped if necessary. Returns the y position of its end. */
export function write({ doc, left, width, y }: Sheet, text: string, style: Style = {}): number {
  const options = optionsOf(text, width, style);
  const top = style.y ?? y;
  doc.font(style.face ?? 'regular').fontSize(style.size ?? 10);
  doc.fillColor(style.color ?? colors.ink).text(text, style.x ?? left, top, options);
  return doc.y;
}

export function heightOf({ doc, width }: Sheet, text: string, style: Style = {}): number {
  doc.font(style.face ?? 'regular').fontSize(style.size ?? 10);
  return doc.heightOfString(text, optionsOf(text, width, style));
}

function optionsOf(
  text: string,
  width: number,
  { width: ownWidth, align = 'left', isMoney = false, spacing = 0 }: Style,
): PDFKit.Mixins.TextOptions {
  const features = [...(isMoney ? ['tnum' as const] : []), ...directionFeatures(text)];
  return {
    width: ownWidth ?? width,
    align,
    lineGap: 2,
    characterSpacing: spacing,
    ...(features.length > 0 ? { features } : {}),
  };
}

export function rule(
  { doc, left, right, y }: Sheet,
  { from = left, thick = 0.75, color = colors.line as string } = {},
): void {
  doc.moveTo(from, y).lineTo(right, y).lineWidth(thick).strokeColor(color).stroke();
}

/** Draws a word in a colored box, with its right edge at `right`. */
export function badge(sheet: Sheet, word: string, { text, ground }: { text: string; ground: string }): void {
  const { doc, right, y } = sheet;
  const width = doc.font('strong').fontSize(11).widthOfString(word) + 24;
  doc.roundedRect(right - width, y, width, 24, 12).fill(ground);
  write(sheet, word, {
    x: right - width,
    y: y + 6,
    width,
    size: 11,
    face: 'strong',
    color: text,
    align: 'center',
  });
}

/** Draws the logo and the name, like art/wordmark.tsx. */
export function wordmark(sheet: Sheet, name: string): void {
  const { doc, left, y } = sheet;
  doc.save().translate(left, y).scale(0.875).lineCap('round');
  doc.roundedRect(0, 0, 32, 32, 7.5).fill(colors.ink);
  doc.path('M9 23.8h9.6a3.9 3.9 0 0 0 0-7.8h-5.2a3.9 3.9 0 0 1 0-7.8h7.6').lineWidth(3.2).stroke('#ffffff');
  doc.circle(8.6, 23.8, 2.7).lineWidth(2.2).fillAndStroke(colors.ink, '#ffffff');
  doc.circle(23.2, 8.2, 4).fill(colors.accent);
  doc.restore();
  write(sheet, name, { x: left + 38, y: y + 2, size: 19, face: 'display', spacing: -0.3 });
}

/** Returns the pages as bytes, each with the footer drawn by `foot`. */
export function finish(
  sheet: Sheet,
  foot: (sheet: Sheet, page: number, pages: number) => void,
): Promise<Buffer> {
  const { doc } = sheet;
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    foot({ ...sheet, y: sheet.bottom + footHeight - 28 }, page + 1, count);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks)));
    doc.end();
  });
}
