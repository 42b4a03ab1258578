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

export type PixelKind = Exclude<PictureKind, 'svg'>;

/** Null for what has no such beginning: a drawing, or no picture at all. */
export function kindOfPixels(bytes: Uint8Array): PixelKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  return textAt(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(textAt(bytes, 8, 64)) ? 'avif' : null;
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
