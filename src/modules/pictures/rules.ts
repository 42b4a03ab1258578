/** What an upload is, by its own first bytes: what its name or its sender say about it counts for nothing. */

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

/** More would take gigabytes to unpack, whatever the file weighs. */
export const pixelsAtMost = 40_000_000;
export const sideAtMost = 16_000;
/** A drawing of more is a photograph in disguise. */
export const svgAtMostBytes = 500_000;

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);
const textAt = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Null for what is none of them. */
export function kindOf(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  if (textAt(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(textAt(bytes, 8, 64))) return 'avif';
  return isSvg(bytes) ? 'svg' : null;
}

/** What may stand before the drawing: a mark, a declaration, comments, a document type without entities. */
const svgOpening = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/;

function isSvg(bytes: Uint8Array): boolean {
  if (bytes.length > svgAtMostBytes) return false;
  try {
    return svgOpening.test(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return false;
  }
}

export const isTooLarge = (width: number, height: number): boolean =>
  width > sideAtMost || height > sideAtMost || width * height > pixelsAtMost;

/** In CSS pixels times what screens have: a card of a product is 320 wide. Nothing is made larger than it was. */
export const widthsOf = (original: number): number[] => {
  const smaller = [320, 640, 960, 1_280].filter((width) => width < original);
  return smaller.length === 4 ? smaller : [...smaller, original];
};
/** The one that an address without a width leads to. */
export const usualWidth = (widths: readonly number[]): number => widths.find((width) => width >= 640) ?? widths.at(-1) ?? 0;
