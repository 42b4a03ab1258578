/** An uploaded file as a clean drawing. Slow on hostile input, so it runs in a worker. */
import { DomainError } from '#kernel/errors.ts';
import { parseTask } from '#platform/parsing.ts';
import { cleanSvg, sizeOfSvg } from './svg.ts';

export type Drawing = { svg: string; width: number; height: number };

/** Throws `picture_type` for what is no SVG in UTF-8, and `picture_broken`. */
export function readDrawing(bytes: Uint8Array): Drawing {
  const text = textOf(bytes);
  if (text === null || !isSvg(text)) throw new DomainError('picture_type');
  const svg = cleanSvg(text);
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

/** What may stand before the drawing: a mark, a declaration, comments, a document type without entities. */
function isSvg(text: string): boolean {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const end = endOfPreamble(text, at);
    if (end === null) return /^<svg[\s/>]/.test(text.slice(at, at + 5));
    at = end;
  }
}

/** Where the declaration, comment or document type ends that begins at `at`; null where none does. */
function endOfPreamble(text: string, at: number): number | null {
  const [, ends] = [['<?', '?>'] as const, ['<!--', '-->'] as const].find(([begins]) => text.startsWith(begins, at)) ?? [];
  if (ends !== undefined) return after(text, ends, at);
  if (!/^<!DOCTYPE\s+svg[\s>]/.test(text.slice(at, at + 100))) return null;
  const end = after(text, '>', at);
  return text.slice(at, end).includes('[') ? null : end;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from + 2);
  return at < 0 ? text.length : at + mark.length;
}
