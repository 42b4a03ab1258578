/** Parses an uploaded file into a clean drawing. Slow on hostile input, so it runs in a worker. */
import { DomainError } from '#kernel/errors.ts';
import { parseTask } from '#platform/parsing.ts';
import { flatSvg } from './flat-svg.ts';
import { cleanSvg, sizeOfSvg } from './svg.ts';

export type Drawing = { svg: string; width: number; height: number };

/**
 * Throws `picture_type` unless the file is an SVG in UTF-8, `picture_broken` with advice, and
 * `content_too_complex`.
 */
export function readDrawing(bytes: Uint8Array): Drawing {
  const text = textOf(bytes);
  if (text === null || !isSvg(text)) throw new DomainError('picture_type');
  const svg = cleanSvg(flatSvg(text));
  if (svg === null) throw new DomainError('picture_broken');
  return { svg, ...sizeOfSvg(svg) };
}

export const drawingTask = parseTask<typeof readDrawing>(new URL(import.meta.url), 'readDrawing');

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Allowed before the drawing: a byte order mark, a declaration, comments, and a document type, which is
 * checked later.
 */
function isSvg(text: string): boolean {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const end = endOfPreamble(text, at);
    if (end === null) return /^<(?:[\w-]{1,30}:)?svg[\s/>]/.test(text.slice(at, at + 40));
    at = end;
  }
}

/** The end of the declaration, comment or document type that starts at `at`; null when there is none. */
function endOfPreamble(text: string, at: number): number | null {
  const [, ends] =
    [['<?', /\?>/g] as const, ['<!--', /-->/g] as const].find(([begins]) => text.startsWith(begins, at)) ??
    [];
  if (ends !== undefined) return after(text, ends, at);
  const [, bracket] = /^<!DOCTYPE\s+(?:[\w-]+:)?svg[^[>]*([[>])/.exec(text.slice(at, at + 1_000)) ?? [];
  if (bracket === undefined) return null;
  return after(text, bracket === '[' ? /\]\s*>/g : />/g, at);
}

function after(text: string, mark: RegExp, from: number): number {
  mark.lastIndex = from + 2;
  return mark.test(text) ? mark.lastIndex : text.length;
}
